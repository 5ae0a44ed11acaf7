import { refundPercent, type SalonCard, type SalonKind, type SalonPublic, type SalonStage } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { itemsById } from '../catalog/index.ts';
import { pictureOf } from './pictures.ts';
import { findComing, findKinds, findPast, findSalon, findSalons, hasRecap, type KindRow, type SalonRow, type TicketRow } from './repo.ts';
import { isOnSale } from './rules.ts';

/** So many of the next ones may be hidden without a gap in what is shown. */
const HIDDEN_MOST = 20;

const seconds = (at: Date | null): number => (at ? unixSeconds(at) : 0);
const leftOf = ({ capacity, sold, held }: KindRow): number => Math.max(0, capacity - sold - held);
const total = (kinds: readonly KindRow[], of: (kind: KindRow) => number): number => kinds.reduce((sum, kind) => sum + of(kind), 0);

/** How it stands at this moment. */
export function stageOf(row: SalonRow, kinds: readonly KindRow[], now: Date): SalonStage {
  if (row.state === 'cancelled' || row.state === 'over') return row.state;
  if (row.ends_at && row.ends_at <= now) return 'over';
  if (row.starts_at && row.starts_at <= now) return 'running';
  return kinds.every((kind) => !kind.is_on || leftOf(kind) === 0) ? 'full' : 'coming';
}

/** A kind of ticket in the words of calls and pages. */
export function kindDto(kind: KindRow, now: Date): SalonKind {
  const early = kind.early_price_fen !== null && kind.early_until !== null && kind.early_until > now;
  return {
    ...{ id: kind.id, name: kind.name, about: kind.about, price: kind.price_fen / 100, capacity: kind.capacity, left: leftOf(kind) },
    early_price: early ? (kind.early_price_fen as number) / 100 : -1,
    early_until: early ? seconds(kind.early_until) : 0,
    member_price: kind.member_price_fen === null ? -1 : kind.member_price_fen / 100,
    on_sale: isOnSale(kind, now),
    online: kind.is_online,
  };
}

/** What everybody may know of a salon that was published once; null for drafts and what was never published. */
export async function publicSalon(ctx: Ctx, id: number): Promise<SalonPublic | null> {
  const row = await findSalon(ctx.db, id);
  if (!row || row.opened_at === null) return null;
  const now = ctx.app.clock.now();
  const all = (await findKinds(ctx.db, [id])).get(id) ?? [];
  const kinds = all.filter(({ is_on }) => is_on);
  return {
    cover: pictureOf(row, row.cover),
    ...{ id, title: row.title, state: row.state, stage: stageOf(row, kinds, now), city: row.city, venue: row.venue, address: row.address },
    ...{
      starts_at: seconds(row.starts_at),
      ends_at: seconds(row.ends_at),
      organiser: row.organiser,
      agenda: row.agenda,
      guests: row.guests.map(({ picture, ...guest }) => ({ ...guest, headimgurl: pictureOf(row, picture)?.src ?? '' })),
    },
    place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    kinds: kinds.map((kind) => kindDto(kind, now)),
    left: total(kinds, leftOf),
    sold: total(all, ({ sold }) => sold),
    cancel_reason: row.cancel_reason,
    ...{ mode: row.mode, give_h: row.give_h },
    has_recap: await hasRecap(ctx.db, id),
  };
}

/** Cards of these salons in the order of the ids; what is not public is left out. */
export async function salonCards(ctx: Ctx, ids: readonly number[]): Promise<SalonCard[]> {
  const rows = await findSalons(ctx.db, ids);
  return cardsOf(
    ctx,
    ids.flatMap((id) => rows.get(id) ?? []),
  );
}

/** The next ones to come, of a city or of all; '' is all. */
export async function comingSalons(ctx: Ctx, { city, limit }: { city: string; limit: number }): Promise<SalonCard[]> {
  const rows = await findComing(ctx.db, { city, now: ctx.app.clock.now(), limit: limit + HIDDEN_MOST });
  return cardsOf(ctx, (await onSite(ctx, rows)).slice(0, limit));
}

/** Past ones, the latest first. */
export async function pastSalons(ctx: Ctx, limit: number): Promise<SalonCard[]> {
  return cardsOf(ctx, (await onSite(ctx, await findPast(ctx.db, limit + HIDDEN_MOST))).slice(0, limit));
}

/** Leaves out what reports or staff took off the site. */
async function onSite(ctx: Ctx, rows: readonly SalonRow[]): Promise<SalonRow[]> {
  const items = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  return rows.filter(({ item_id }) => items.get(item_id)?.status === 'published');
}

async function cardsOf(ctx: Ctx, rows: readonly SalonRow[]): Promise<SalonCard[]> {
  const now = ctx.app.clock.now();
  const shown = rows.filter(({ opened_at }) => opened_at !== null);
  const kinds_of = await findKinds(
    ctx.db,
    shown.map(({ item_id }) => item_id),
  );
  return shown.map((row) => {
    const all = kinds_of.get(row.item_id) ?? [];
    const kinds = all.filter(({ is_on }) => is_on);
    const prices = kinds.map(({ price_fen, early_price_fen, early_until }) =>
      early_price_fen !== null && early_until !== null && early_until > now ? early_price_fen : price_fen,
    );
    return {
      cover: pictureOf(row, row.cover),
      ...{ id: row.item_id, title: row.title, stage: stageOf(row, kinds, now), city: row.city, venue: row.venue, organiser: row.organiser },
      ...{ starts_at: seconds(row.starts_at), ends_at: seconds(row.ends_at) },
      price_from: prices.length > 0 ? Math.min(...prices) / 100 : 0,
      price_to: prices.length > 0 ? Math.max(...prices) / 100 : 0,
      left: total(kinds, leftOf),
      sold: total(all, ({ sold }) => sold),
      guests: row.guests.slice(0, 3).map(({ name }) => name),
    };
  });
}

/** Whether its time or place became another one after this ticket was bought. */
export const isMovedSince = (salon: Pick<SalonRow, 'changed_at'>, ticket: Pick<TicketRow, 'created_at'>): boolean =>
  salon.changed_at !== null && ticket.created_at <= salon.changed_at;

/** What of a ticket comes back now, percent: all until the beginning when time or place became another one after it was bought. */
export function percentNow(
  ctx: Ctx,
  salon: Pick<SalonRow, 'state' | 'starts_at' | 'changed_at'>,
  ticket: Pick<TicketRow, 'created_at'>,
): number {
  if (salon.state === 'cancelled') return 100;
  if (salon.state !== 'open' || !salon.starts_at) return 0;
  const now = ctx.app.clock.now();
  if (isMovedSince(salon, ticket) && salon.starts_at > now) return 100;
  return refundPercent(salon.starts_at.getTime(), now.getTime());
}
