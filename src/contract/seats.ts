/** Plans of seats: rows and tables of chairs, what a chair is called, and which ones lie together. Shared by form, purchase and organiser. */
import type { SalonForm } from './outputs/salon.ts';
import type { PlanBlock, SeatBlock } from './outputs/seats.ts';

export type { OrganisedSeats, PlanBlock, SeatBlock } from './outputs/seats.ts';

export const PLAN_BLOCKS_MAX = 50;
export const PLAN_SEATS_MAX = 1_000;
/** Rows of a block or tables of a group, and chairs of each. */
export const BLOCK_ROWS_MAX = 100;
export const ROW_CHAIRS_MAX = 60;
export const TABLE_CHAIRS_MAX = 20;
export const BLOCK_NAME_MAX = 12;

export const BLOCK_SHAPES = ['rows', 'tables'] as const;

/** How a chair stands, one sign a chair: free, somebody's, closed by the organiser, held for the reader. */
export type SeatState = '0' | '1' | '2' | '3';

type Named = Pick<SeatBlock, 'name' | 'shape'>;
export const seatLabel = ({ name, shape }: Named, row: number, chair: number): string =>
  shape === 'rows' ? `${name} ${row} 排 ${chair} 座` : `${name} ${row} 号桌 ${chair} 座`;

/** Name of a row or a table. */
export const rowLabel = ({ name, shape }: Named, row: number): string => (shape === 'rows' ? `${name} ${row} 排` : `${name} ${row} 号桌`);

/** How a block names a chair that is closed. */
export const seatCode = (row: number, chair: number): string => `${row}-${chair}`;

/** Every chair of a block as its organiser drew it, row by row. */
export function* chairsOf(block: SeatBlock): Generator<{ row: number; chair: number; closed: boolean }> {
  const closed = new Set(block.closed);
  for (let row = 1; row <= block.rows; row++)
    for (let chair = 1; chair <= block.chairs; chair++) yield { row, chair, closed: closed.has(seatCode(row, chair)) };
}

export const planOf = (form: Pick<SalonForm, 'plan'>): SeatBlock[] => form.plan ?? [];
export const hasSeats = (plan: readonly SeatBlock[], kind_key: string): boolean => plan.some(({ kind }) => kind === kind_key);

const openChairs = (block: SeatBlock): number => [...chairsOf(block)].filter(({ closed }) => !closed).length;
const isDrawn = ({ shape, rows, chairs }: SeatBlock): boolean =>
  rows >= 1 && rows <= BLOCK_ROWS_MAX && chairs >= 1 && chairs <= (shape === 'rows' ? ROW_CHAIRS_MAX : TABLE_CHAIRS_MAX);

/** The capacity of a kind with chairs is their number; what is closed is not sold. */
export function withSeatCapacity(form: SalonForm): SalonForm {
  const plan = planOf(form);
  if (plan.length === 0) return form;
  const kinds = form.kinds.map((kind) => {
    const own = plan.filter((block) => block.kind === kind.key && isDrawn(block));
    const capacity = String(own.reduce((sum, block) => sum + openChairs(block), 0));
    return hasSeats(plan, kind.key) && capacity !== kind.capacity ? { ...kind, capacity } : kind;
  });
  return kinds.some((kind, n) => kind !== form.kinds[n]) ? { ...form, kinds } : form;
}

/** What is wrong with a plan, by the name of its field. */
export function planFaults(form: SalonForm): Record<string, string> {
  const plan = planOf(form);
  const errors: Record<string, string> = {};
  for (const [n, block] of plan.entries()) {
    const most = block.shape === 'rows' ? ROW_CHAIRS_MAX : TABLE_CHAIRS_MAX;
    if (block.name.trim() === '') errors[`plan.${n}`] = '请填写区域名称';
    else if (!form.kinds.some(({ key }) => key === block.kind)) errors[`plan.${n}`] = '请选择票种';
    else if (!isDrawn(block))
      errors[`plan.${n}`] =
        block.shape === 'rows' ? `1 至 ${BLOCK_ROWS_MAX} 排，每排 1 至 ${most} 座` : `1 至 ${BLOCK_ROWS_MAX} 桌，每桌 1 至 ${most} 座`;
    else if (plan.findIndex(({ name }) => name.trim() === block.name.trim()) < n) errors[`plan.${n}`] = '区域名称不能相同';
  }
  const total = plan.reduce((sum, block) => sum + (isDrawn(block) ? block.rows * block.chairs : 0), 0);
  if (total > PLAN_SEATS_MAX) errors['plan'] = `一场最多 ${PLAN_SEATS_MAX} 个座位，现在是 ${total} 个`;
  return errors;
}

/** Where a chair stands in its block, from 0. */
export const seatAt = ({ chairs }: Pick<PlanBlock, 'chairs'>, place: number) => ({
  row: Math.floor(place / chairs) + 1,
  chair: (place % chairs) + 1,
});

/** The label of a chair of a plan by its id; '': it is gone. */
export function labelOf(plan: readonly PlanBlock[], seat_id: number): string {
  for (const block of plan) {
    const place = block.ids.indexOf(seat_id);
    const { row, chair } = seatAt(block, place);
    if (place >= 0) return seatLabel(block, row, chair);
  }
  return '';
}

/** Chairs side by side, as places of one row or table that can be taken together. */
interface Run {
  block: PlanBlock;
  /** From the front: of blocks in their order, then of rows. */
  depth: number;
  places: number[];
}

function runsOf(plan: readonly PlanBlock[], kind_id: number, isFree: (block: PlanBlock, place: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [n, block] of plan.entries()) {
    if (block.kind_id !== kind_id) continue;
    for (let row = 0; row < block.rows; row++) {
      let places: number[] = [];
      const depth = n * 20 + row;
      const end = () => {
        if (places.length > 0) runs.push({ block, depth, places });
        places = [];
      };
      for (let chair = 0; chair < block.chairs; chair++) {
        const place = row * block.chairs + chair;
        // at a table all sit together
        if (isFree(block, place)) places.push(place);
        else if (block.shape === 'rows') end();
        if (block.shape === 'rows' && chair + 1 === block.aisle) end();
      }
      end();
    }
  }
  return runs;
}

/** The lower the better: near the front and the middle, and no single chair is left over. */
function bestOf({ block, depth, places }: Run, count: number): { score: number; places: number[] } {
  if (block.shape === 'tables') return { score: depth / 100 + (places.length - count), places: places.slice(0, count) };
  let best = { score: Number.POSITIVE_INFINITY, places: [] as number[] };
  for (let from = 0; from + count <= places.length; from++) {
    const middle = ((places[from] ?? 0) % block.chairs) + (count - 1) / 2;
    const [left, right] = [from, places.length - from - count];
    const score = depth + Math.abs(middle - (block.chairs - 1) / 2) / 2 + (left === 1 ? 2 : 0) + (right === 1 ? 2 : 0);
    if (score < best.score) best = { score, places: places.slice(from, from + count) };
  }
  return best;
}

/**
 * So many chairs of a kind that are free, side by side where that can be, else in as few parts as possible.
 * `without`: taken by others of the same choice. @returns fewer where there are not so many
 */
export function bestSeats(plan: readonly PlanBlock[], kind_id: number, count: number, without: readonly number[] = []): number[] {
  const taken = new Set(without);
  const isFree = ({ ids, states }: PlanBlock, place: number) =>
    (states[place] === '0' || states[place] === '3') && !taken.has(ids[place] ?? 0);
  const runs = runsOf(plan, kind_id, isFree);
  const most = Math.min(count, Math.max(0, ...runs.map(({ places }) => places.length)));
  if (most <= 0) return [];
  const [first] = runs
    .filter(({ places }) => places.length >= most)
    .map((run) => ({ run, ...bestOf(run, most) }))
    .toSorted((a, b) => a.score - b.score);
  const found = (first?.places ?? []).map((place) => first?.run.block.ids[place] ?? 0);
  return found.length >= count ? found : [...found, ...bestSeats(plan, kind_id, count - found.length, [...without, ...found])];
}
