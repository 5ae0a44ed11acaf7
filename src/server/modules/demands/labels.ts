import { type DemandLabel, LABEL_TYPES, type LabelType } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { ensureTerm, ensureTermOnce, renameTerm } from '../catalog/index.ts';
import { findLabel, findLabels, insertLabel, type LabelRow, lockLabels, writeLabel } from './labels.repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** The header's sub-menu and the lists of demands are wrong. */
    'demand.labels': { label_id: number };
  }
}

export interface LabelForm {
  /** 0: a new one. */
  id: number;
  name: string;
  label: string;
  type: LabelType;
  shown: boolean;
  sort: number;
}

const NAME_MAX = 12;

const labelOf = ({ term_id, name, label, type }: LabelRow): DemandLabel => ({ id: term_id, name, label, type });

/** The labels that are offered, in the operator's order. */
export async function shownLabels(ctx: Ctx): Promise<DemandLabel[]> {
  return (await findLabels(ctx.db)).filter(({ shown }) => shown).map(labelOf);
}

/** The labels by id, also those that are not offered any more. */
export async function labelsById(ctx: Ctx): Promise<Map<number, DemandLabel>> {
  return new Map((await findLabels(ctx.db)).map((row) => [row.term_id, labelOf(row)]));
}

/** A label that is offered; null for any other. */
export async function shownLabel(ctx: Ctx, id: number): Promise<DemandLabel | null> {
  const row = await findLabel(ctx.db, id);
  return row?.shown ? labelOf(row) : null;
}

/** The term of the first level that all demands of a type carry; made when missing. */
export async function typeTerm(tx: TxCtx, type: LabelType): Promise<number> {
  return ensureTermOnce(tx, KINDS.demand, { facet: 'category', parent_id: null, name: LABEL_TYPES[type].noun, sort: type });
}

/** A label as staff edit it; id 0: an empty form. @throws AppError 403, 404 */
export async function labelForm(ctx: Ctx, id: number): Promise<LabelForm> {
  requireVerb(ctx, 'demand.edit');
  const row = id > 0 ? await findLabel(ctx.db, id) : null;
  if (id > 0 && !row) throw notFound('标签不存在');
  return { id, name: row?.name ?? '', label: row?.label ?? '', type: row?.type ?? 1, shown: row?.shown ?? true, sort: row?.sort ?? 0 };
}

/**
 * Makes a label or changes it; header and lists follow. The type of one that was made stays: demands stand under it. Jobs (install) may too.
 * @throws AppError 403, 404, code 1 with the wrong fields
 */
export async function saveLabel(ctx: Ctx, form: LabelForm): Promise<number> {
  if (ctx.actor.kind !== 'job') requireVerb(ctx, 'demand.edit');
  const name = plainText(form.name).replaceAll('\n', ' ');
  const label = plainText(form.label).replaceAll('\n', ' ') || name;
  if (name === '') throw invalid({ name: '请填写名称' });
  for (const [key, text] of [
    ['name', name],
    ['label', label],
  ] as const) {
    if ([...text].length > NAME_MAX) throw invalid({ [key]: `最多 ${NAME_MAX} 个字` });
  }
  return inTransaction(ctx, async (tx) => {
    await lockLabels(tx.db);
    const all = await findLabels(tx.db);
    const before = all.find(({ term_id }) => term_id === form.id);
    if (form.id > 0 && !before) throw notFound('标签不存在');
    if (before && before.type !== form.type) throw invalid({ type: '种类不能修改，请新建标签' });
    if (all.some((one) => one.name === name && one.type === form.type && one.term_id !== form.id))
      throw invalid({ name: '已有同名的标签' });
    const values = { name, label, type: form.type, shown: form.shown, sort: form.sort, updated_at: tx.app.clock.now() };
    const id = before?.term_id ?? (await newTerm(tx, form.type, name, form.sort));
    if (before) {
      await renameTerm(tx, id, { name, sort: form.sort });
      await writeLabel(tx.db, id, values);
    } else await insertLabel(tx.db, { ...values, term_id: id });
    await emit(tx, 'demand.labels', { label_id: id });
    if (tx.actor.kind === 'user') await recordAudit(tx, 'demand_label.save', `demand_label:${id}`, { ...values, id });
    return id;
  });
}

async function newTerm(tx: TxCtx, type: LabelType, name: string, sort: number): Promise<number> {
  return ensureTerm(tx, KINDS.demand, { facet: 'category', parent_id: await typeTerm(tx, type), name, sort });
}

/** Offers a label or takes it out of the menus; demands under it stay. @throws AppError 403, 404 */
export async function showLabel(tx: TxCtx, id: number, shown: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'demand.edit');
  if (!(await writeLabel(tx.db, id, { shown, updated_at: tx.app.clock.now() }))) throw notFound('标签不存在');
  await emit(tx, 'demand.labels', { label_id: id });
  await recordAudit(tx, shown ? 'demand_label.on' : 'demand_label.off', `demand_label:${id}`, { reason });
}

/** What a site begins with. */
const FIRST: ReadonlyArray<readonly [name: string, label: string, type: LabelType]> = [
  ['找活动方案', '找方案', 1],
  ['找活动供应商', '找供应商', 2],
  ['活动招标', '招标', 3],
];

/** Labels of a site that has none. Again, or at once, is harmless. */
export async function installLabels(ctx: Ctx): Promise<void> {
  if ((await findLabels(ctx.db)).length > 0) return;
  await inTransaction(ctx, async (tx) => {
    await lockLabels(tx.db);
    if ((await findLabels(tx.db)).length > 0) return;
    for (const [sort, [name, label, type]] of FIRST.entries()) await saveLabel(tx, { id: 0, name, label, type, shown: true, sort });
  });
}
