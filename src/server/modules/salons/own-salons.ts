import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import {
  EMPTY_SALON,
  type OwnSalon,
  type OwnSalonForm,
  type OwnSalonList,
  SALON_STATE_TEXT,
  SALON_STATES,
  salonPath,
} from '#contract/salon.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf } from '../../kernel/edition.ts';
import { notFound } from '../../kernel/errors.ts';
import { itemsById } from '../catalog/index.ts';
import { pictureOf } from './pictures.ts';
import { countOwned, findKinds, findOwned, findSalon, type KindRow, type SalonRow } from './repo.ts';
import { actsOf, MAY_EDIT } from './rules.ts';

/** Salons that the reader organises, the newest first. */
export async function ownSalons(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnSalonList> {
  const owner_id = requireUser(ctx);
  const rows = await findOwned(ctx.db, { owner_id, states: SALON_STATES, offset: (page - 1) * limit, limit });
  const kinds = await findKinds(
    ctx.db,
    rows.map(({ item_id }) => item_id),
  );
  const total = [...(await countOwned(ctx.db, owner_id)).values()].reduce((sum, n) => sum + n, 0);
  const hidden = await hiddenWhy(ctx, rows);
  return { list: rows.map((row) => standing(row, kinds.get(row.item_id) ?? [], hidden)), total, page, limit };
}

/** An own salon for editing. @throws AppError 404 for any other */
export async function ownSalon(ctx: Ctx, id: number): Promise<OwnSalonForm> {
  const owner_id = requireUser(ctx);
  const row = await findSalon(ctx.db, id);
  if (row?.owner_id !== owner_id) throw notFound('沙龙不存在');
  const kinds = (await findKinds(ctx.db, [id])).get(id) ?? [];
  const pictures = row.pictures.map(({ file_id }) => ({ file_id, src: pictureOf(row, file_id)?.src ?? '' }));
  return { ...standing(row, kinds, await hiddenWhy(ctx, [row])), form: { ...EMPTY_SALON, ...row.form }, pictures };
}

/** Why open or past ones are not shown, by id: reports hide them until people decide, or staff took them off. */
async function hiddenWhy(ctx: Ctx, rows: readonly SalonRow[]): Promise<Map<number, string>> {
  const shown = rows.filter(({ state }) => state === 'open' || state === 'over').map(({ item_id }) => item_id);
  const items = await itemsById(ctx, shown);
  return new Map([...items].flatMap(([id, item]) => (item.status === 'taken_down' ? [[id, item.reject_reason] as const] : [])));
}

function standing(row: SalonRow, kinds: readonly KindRow[], hidden: ReadonlyMap<number, string>): OwnSalon {
  const { item_id: id, title, state, city } = row;
  const reject_reason = hidden.get(id) || (state === 'cancelled' ? row.cancel_reason : row.reject_reason);
  return {
    ...{ id, title, state, city, reject_reason, waiting: row.submitted !== null, saved_at: unixSeconds(row.saved_at) },
    edition: editionOf(row.saved_at),
    starts_at: row.starts_at ? unixSeconds(row.starts_at) : 0,
    sold: kinds.reduce((sum, { sold }) => sum + sold, 0),
    capacity: kinds.reduce((sum, { capacity, is_on }) => sum + (is_on ? capacity : 0), 0),
    acts: actsOf(row),
    may_edit: MAY_EDIT.includes(state),
  };
}

/** More than anybody looks after at once. */
const MOST = 50;

/** Own salons for the board: what came back from the desk asks for an answer. */
export async function salonWorkbench(ctx: Ctx, owner_id: number): Promise<WorkbenchEntry[]> {
  const rows = await findOwned(ctx.db, { owner_id, states: ['draft', 'review', 'open'], offset: 0, limit: MOST });
  return rows.map(({ item_id, title, state, reject_reason, starts_at }) => ({
    ...{ key: `salon:${item_id}`, group: 'salon', title, path: state === 'open' ? salonPath(item_id) : `/salon/establish?id=${item_id}` },
    state: reject_reason === '' ? SALON_STATE_TEXT[state] : `${SALON_STATE_TEXT[state]}：${reject_reason}`,
    asks_for_answer: state === 'draft' && reject_reason !== '',
    ...(starts_at ? { at: unixSeconds(starts_at) } : {}),
  }));
}
