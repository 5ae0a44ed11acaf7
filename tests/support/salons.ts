import { KINDS } from '#contract/kinds.ts';
import type { SalonForm, TicketKindForm } from '#contract/outputs/salon.ts';
import { EMPTY_SALON, EMPTY_TICKET_KIND } from '#contract/salon.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { createItem } from '#server/modules/catalog/index.ts';
import { applyForm } from '#server/modules/salons/apply-form.ts';
import type { HolderInput } from '#server/modules/salons/index.ts';
import { moveSalon } from '#server/modules/salons/move-salon.ts';
import { findKinds, insertSalon, type KindRow, lockSalonRow, type SalonRow } from '#server/modules/salons/repo.ts';
import type { TestApp } from './app.ts';

type World = Pick<TestApp, 'ctx'>;

const HOUR_MS = 3_600_000;
let made = 0;

/** A kind of ticket as it is typed. */
export const kindForm = (change: Partial<TicketKindForm> = {}): TicketKindForm => ({
  ...EMPTY_TICKET_KIND,
  price: '100',
  capacity: '5',
  ...change,
});

/** A right form of a salon that begins `in_hours` from the clock's now, for two hours. */
export function salonForm(t: World, change: Partial<SalonForm> & { in_hours?: number } = {}): SalonForm {
  const { in_hours = 240, ...others } = change;
  const local = (ms: number) => new Date(ms + 8 * HOUR_MS).toISOString();
  // whole hours of one day in Shanghai
  const start = Math.ceil((t.ctx().app.clock.now().getTime() + in_hours * HOUR_MS) / HOUR_MS) * HOUR_MS;
  const hour = Math.min(20, Number(local(start).slice(11, 13)));
  const two = (n: number) => String(n).padStart(2, '0');
  return {
    ...EMPTY_SALON,
    ...{ title: '年会创意分享会', about: '四位一线策划人讲年会从立项到落地的取舍，现场拆解真实案例与预算表。', organiser: '策划人俱乐部' },
    ...{ date: local(start).slice(0, 10), from: `${two(hour)}:00`, to: `${two(hour + 2)}:00` },
    ...{ city: '上海', venue: '梧桐空间', address: '武康路 100 号 2 楼', lat: '31.2105', lng: '121.4380' },
    agenda: [{ at: `${two(hour)}:00`, title: '签到与茶歇', speaker: '' }],
    guests: [{ name: '林晚', title: '资深策划', about: '做过两百场年会。' }],
    kinds: [kindForm()],
    ...others,
  };
}

/** An open salon with the kinds of its form, made by the verbs that the desk uses. */
export async function makeSalon(
  t: World,
  { owner_id, ...change }: Partial<SalonForm> & { owner_id: number; in_hours?: number },
): Promise<{ id: number; kinds: KindRow[] }> {
  const form = salonForm(t, change);
  const id = await inTransaction(t.ctx(), async (tx) => {
    const item_id = await createItem(tx, { kind: KINDS.salon, title: form.title, publisher_id: owner_id });
    await insertSalon(tx.db, { item_id, owner_id, title: form.title, form, draft_key: `made-${owner_id}-${++made}` });
    await applyForm(tx, (await lockSalonRow(tx.db, item_id)) as SalonRow, form);
    await moveSalon(tx, item_id, 'open');
    return item_id;
  });
  return { id, kinds: (await findKinds(t.ctx().db, [id])).get(id) ?? [] };
}

/** So many people of a kind. */
export const seats = (kind_id: number, count = 1): HolderInput[] =>
  Array.from({ length: count }, (_, n) => ({ kind_id, name: `来宾${n + 1}`, phone: '13800000000', answers: {} }));
