import type { SalonForm } from '#contract/outputs/salon.ts';
import type { TicketHolder } from '#contract/salon.ts';
import { bestSeats, chairsOf, hasSeats, type PlanBlock, planOf, type SeatBlock, type SeatState, seatLabel } from '#contract/seats.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { type ChairRow, findChairs, writeChairs } from './chairs.repo.ts';
import { findSalon, type KindRow, type SalonRow } from './repo.ts';

/** A plan as it stands, for one reader or for all. */
export function drawnPlan(plan: readonly SeatBlock[], chairs: readonly ChairRow[], reader_id: number | null): PlanBlock[] {
  const of = Map.groupBy(chairs, ({ block }) => block);
  return plan.map(({ key, name, shape, rows, chairs, aisle }) => {
    const own = of.get(key) ?? [];
    return {
      ...{ key, name, shape, rows, chairs, aisle, kind_id: own[0]?.kind_id ?? 0 },
      ids: own.map(({ id }) => id),
      states: own.map((chair) => stateOf(chair, reader_id)).join(''),
    };
  });
}

function stateOf({ is_closed, ticket_id, hold_id, buyer_id }: ChairRow, reader_id: number | null): SeatState {
  if (is_closed) return '2';
  if (hold_id !== null && buyer_id === reader_id) return '3';
  return ticket_id === null && hold_id === null ? '0' : '1';
}

/** Why a plan cannot take the place of the one that stands, or null: who has a chair keeps it. The caller holds the kinds. */
export async function planRefusal(tx: TxCtx, salon_id: number, form: SalonForm, kinds: readonly KindRow[]): Promise<string | null> {
  const plan = planOf(form);
  const late = kinds.find((kind) => !kind.seated && hasSeats(plan, kind.key) && kind.sold + kind.held > 0);
  if (late) return `“${late.name}”已售出或保留 ${late.sold + late.held} 张不带座位的票，请为座位另设一个票种`;
  const taken = (await findChairs(tx.db, salon_id)).filter(({ ticket_id, hold_id }) => ticket_id !== null || hold_id !== null);
  const lost = taken.filter((chair) => {
    const block = plan.find(({ key }) => key === chair.block);
    const same = kinds.find(({ key }) => key === block?.kind)?.id === chair.kind_id;
    return !block || !same || ![...chairsOf(block)].some(({ row, chair: n, closed }) => row === chair.row && n === chair.chair && !closed);
  });
  if (lost.length === 0) return null;
  return `“${lost[0]?.label}”${lost.length > 1 ? `等 ${lost.length} 个座位` : ''}已售出或被订单保留，不能去掉、停用或换票种；可以先为来宾换座`;
}

/** Makes the chairs of a salon what a plan says. The caller holds the kinds and asked `planRefusal`. */
export async function applyPlan(tx: TxCtx, salon: SalonRow, form: SalonForm, kinds: readonly KindRow[]): Promise<void> {
  const plan = planOf(form);
  if (plan.length === 0 && salon.plan.length === 0) return;
  const ids = new Map(kinds.map(({ key, id }) => [key, id]));
  const chairs = plan.flatMap((block) =>
    [...chairsOf(block)].map(({ row, chair, closed }) => ({
      ...{ kind_id: ids.get(block.kind) ?? 0, block: block.key, row, chair },
      ...{ label: seatLabel(block, row, chair), is_closed: closed },
    })),
  );
  await writeChairs(tx.db, salon.item_id, chairs);
}

interface SeatWish {
  salon_id: number;
  kind_id: number;
  /** Chairs that the same people had: taken again where nothing else was chosen. */
  before: readonly number[];
  /** What was chosen and is gone is refused; else other chairs are found. */
  strict: boolean;
}

/**
 * A chair for each: as chosen, as they had, or side by side. The caller holds the kind and counted that there are so many.
 * @throws AppError 409 with `fields.seats` for chosen chairs that somebody else took
 */
export async function findPlaces(tx: TxCtx, holders: readonly TicketHolder[], wish: SeatWish): Promise<TicketHolder[]> {
  const { salon_id, kind_id, before, strict } = wish;
  const chairs = await findChairs(tx.db, salon_id);
  const plan = drawnPlan((await findSalon(tx.db, salon_id))?.plan ?? [], chairs, null);
  const free = new Set(chairs.flatMap((one) => (one.kind_id === kind_id && stateOf(one, null) === '0' ? one.id : [])));
  const gone = holders.flatMap(({ seat_id }) => (seat_id !== undefined && !free.has(seat_id) ? seat_id : []));
  if (strict && gone.length > 0) {
    const names = gone.map((id) => chairs.find((one) => one.id === id)?.label ?? '已撤下的座位').join('、');
    const text = `“${names}”刚被选走，请另选座位，其余选择已保留`;
    throw new AppError(text, { status: 409, fields: { seats: text } });
  }
  const chosen = holders.flatMap(({ seat_id }) => (seat_id !== undefined && free.has(seat_id) ? seat_id : []));
  const need = holders.length - chosen.length;
  const had = before.filter((id) => free.has(id) && !chosen.includes(id)).slice(0, need);
  const rest = had.length === need ? had : bestSeats(plan, kind_id, need, chosen);
  return holders.map((holder) =>
    holder.seat_id !== undefined && free.has(holder.seat_id) ? holder : { ...holder, seat_id: rest.shift() as number },
  );
}
