import { DOOR_AFTER_MS } from '#contract/door.ts';
import { KINDS } from '#contract/kinds.ts';
import type { SalonForm, TicketKindForm } from '#contract/outputs/salon.ts';
import { EMPTY_SALON, isOnlineKind, ONLINE_CITY, ONLINE_VENUE, type SalonMode } from '#contract/salon.ts';
import { momentOf, yuanToFen } from '#contract/salon-form.ts';
import { hasSeats, planOf, type SeatBlock } from '#contract/seats.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import { updateItem } from '../catalog/index.ts';
import { formTerms } from '../posts/index.ts';
import { moveDoors } from './door.repo.ts';
import { copyOf } from './pictures.ts';
import { applyPlan, planRefusal } from './plan.ts';
import { dropKinds, findKinds, type SalonRow, upsertKind, writeSalon } from './repo.ts';
import { priceTerm } from './rules.ts';
import { lockKinds } from './seats.repo.ts';
import { passOn } from './seats.ts';
import { tellComers, tellGuests } from './tell.ts';
import { endListOfKind } from './waiting.ts';

const DAY_MS = 86_400_000;

/** What is sold or set aside bounds the capacity of a kind from below. Locks the kinds. @throws AppError code 1 */
export async function checkSeats(tx: TxCtx, salon_id: number, form: SalonForm): Promise<void> {
  const known = (await findKinds(tx.db, [salon_id])).get(salon_id) ?? [];
  const mode = form.mode;
  const locked = await lockKinds(
    tx.db,
    known.map(({ id }) => id),
  );
  const errors: Record<string, string> = {};
  for (const [n, { key, capacity, online }] of form.kinds.entries()) {
    const kind = [...locked.values()].find((one) => one.key === key);
    const taken = kind ? kind.sold + kind.held : 0;
    if (kind && taken > 0 && kind.is_online !== isOnlineKind(mode, { online }))
      errors[`kinds.${n}.online`] = '已有人购买，不能在现场票与线上票之间更改；可以另加一种票';
    if (Number(capacity) < taken) errors[`kinds.${n}.capacity`] = `已售出或保留 ${taken} 个名额，不能少于此数`;
  }
  const refusal = await planRefusal(tx, salon_id, form, [...locked.values()]);
  if (refusal) errors['plan'] = refusal;
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Makes a form what readers see: columns, kinds of tickets, and the terms by which lists filter. More seats go to who waits first; who has a
 * ticket is notified of another time or place. The caller has checked the form and holds the salon's row.
 */
export async function applyForm(tx: TxCtx, row: SalonRow, given: SalonForm): Promise<void> {
  const id = row.item_id;
  // one that waited since before a field was there
  const form = { ...EMPTY_SALON, ...given };
  await checkSeats(tx, id, form);
  const [starts_at, ends_at] = [new Date(momentOf(form.date, form.from)), new Date(momentOf(form.date, form.to))];
  const place = placeOf(form);
  const here = row.mode === form.mode && row.city === place.city && row.venue === place.venue && row.address === place.address;
  const moved = row.state === 'open' && (row.starts_at?.getTime() !== starts_at.getTime() || !here);
  await writeSalon(tx.db, id, {
    ...{ title: form.title, starts_at, ends_at, mode: form.mode, has_certificate: form.certificate, ...place },
    ...{ organiser: form.organiser, agenda: form.agenda, guests: form.guests, reject_reason: '' },
    ...{ cover: form.cover ?? null, plan: planOf(form) },
    give_h: form.give === 'off' ? null : Number(form.give),
    ...(moved ? { reminded_at: null, link_told_at: null, changed_at: tx.app.clock.now() } : {}),
  });
  for (const [position, kind] of form.kinds.entries())
    await upsertKind(tx.db, { salon_id: id, position, ...kindColumns(kind, form.mode, planOf(form)) });
  await applyPlan(tx, row, form, (await findKinds(tx.db, [id])).get(id) ?? []);
  const kept = form.kinds.map(({ key }) => key);
  for (const kind of await dropKinds(tx.db, id, kept)) await endListOfKind(tx, row, kind);
  const lowest = Math.min(...form.kinds.map(({ price, early_price }) => yuanToFen(early_price === '' ? price : early_price)));
  const cover = copyOf(row, form.cover);
  await updateItem(tx, id, {
    ...(cover ? { cover_key: cover.key, cover_width: cover.width, cover_height: cover.height } : { cover_key: '' }),
    ...{ title: form.title, introduction: form.about, reject_reason: '', ends_at: starts_at },
    term_ids: await formTerms(tx, id, KINDS.salon, { city: place.city, when: form.date, cost: priceTerm(lowest) }),
  });
  if (row.state !== 'open') return;
  const kinds = (await findKinds(tx.db, [id])).get(id) ?? [];
  await passOn(
    tx,
    kinds.map((kind) => kind.id),
  );
  await moveDoors(tx.db, id, new Date(ends_at.getTime() + DOOR_AFTER_MS));
  if (!moved) return;
  const where = `改为 ${shanghaiTimeText(starts_at)}，${[place.city + place.venue, place.address].filter(Boolean).join('，')}。`;
  await tellGuests(tx, row, 'changed', `${where}不便参加的话，开始前都可以全额退票。`);
  await tellComers(tx, row, 'changed', {
    ordering: `${where}您的订单还没有支付，不便参加的话可以关闭订单。`,
    waiting: `${where}您还在候补名单中，不便参加的话可以退出候补。`,
  });
}

/** What is online alone has no address. */
function placeOf({ mode, city, venue, address, lat, lng }: SalonForm) {
  if (mode === 'online') return { city: ONLINE_CITY, venue: venue || ONLINE_VENUE, address: '', lat: null, lng: null };
  return { city, venue, address, ...(lat === '' ? { lat: null, lng: null } : { lat: Number(lat), lng: Number(lng) }) };
}

function kindColumns(kind: TicketKindForm, mode: SalonMode, plan: readonly SeatBlock[]) {
  const fen = (typed: string) => (typed === '' ? null : yuanToFen(typed));
  return {
    ...{ key: kind.key, name: kind.name, about: kind.about, price_fen: yuanToFen(kind.price), capacity: Number(kind.capacity) },
    early_price_fen: fen(kind.early_price),
    early_until: kind.early_until === '' ? null : new Date(momentOf(kind.early_until, '00:00') + DAY_MS),
    member_price_fen: fen(kind.member_price),
    ...{ questions: kind.questions, seated: hasSeats(plan, kind.key) },
    is_online: isOnlineKind(mode, kind),
  };
}
