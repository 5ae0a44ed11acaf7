import { FIXED_TERMS, TERM_NAME_MAX, TERM_PLACES, type TermForm, type TermPlace } from '#contract/term.ts';
import { type App, type Ctx, inTransaction, requireVerb, type TxCtx } from '../../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { emit, emitAll, recordAudit } from '../../../outbox/outbox.ts';
import { countTerms, findTermNamed, lockTerms, upsertTerm, writeTerm } from './repo.ts';
import { deleteTerm, findItemsCarrying, findTerm, findTopCategories, lockTerm, type StaffTerm, usesOfTerm } from './staff.repo.ts';

declare module '../../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Staff added, changed or took away what lists of a kind are filtered by. `renamed`: works print another name. */
    'terms.changed': { kind: number; term_id: number; renamed: boolean };
  }
}

const placeOf = ({ kind, facet }: Pick<StaffTerm, 'kind' | 'facet'>): TermPlace | undefined =>
  TERM_PLACES.find((one) => one.kind.code === kind && one.facet === facet);

/** A term that staff keep, with its place. @throws AppError 404 */
async function staffTerm(ctx: Ctx, id: number): Promise<{ row: StaffTerm; at: TermPlace }> {
  const row = await findTerm(ctx.db, id);
  const at = row && placeOf(row);
  if (!row || !at) throw notFound('分类或筛选项不存在');
  return { row, at };
}

/** A term as staff edit it. @throws AppError 403, 404 */
export async function termForm(ctx: Ctx, id: number): Promise<TermForm> {
  requireVerb(ctx, 'term.edit');
  const { row, at } = await staffTerm(ctx, id);
  return { id, place: at.place, parent_id: row.parent_id ?? 0, name: row.name, sort: row.sort };
}

/** Categories that others can stand under, with the noun of their kind. */
export async function topCategories(ctx: Ctx): Promise<Array<{ id: number; title: string }>> {
  return (await findTopCategories(ctx.db)).flatMap(({ id, kind, name }) => {
    const at = placeOf({ kind, facet: 'category' });
    return at ? [{ id, title: `${at.kind.noun} · ${name}` }] : [];
  });
}

/**
 * Makes a term (id 0) or gives one another name and order; where it stands is settled. Lists, works and the index follow.
 * @throws AppError 403, 404, code 1 with the wrong fields
 */
export async function saveTerm(ctx: Ctx, form: TermForm): Promise<number> {
  requireVerb(ctx, 'term.edit');
  const name = plainText(form.name).replaceAll('\n', ' ');
  if (name === '') throw invalid({ name: '请输入名称' });
  if ([...name].length > TERM_NAME_MAX) throw invalid({ name: `名称最多 ${TERM_NAME_MAX} 个字` });
  const at = TERM_PLACES.find(({ place }) => place === form.place);
  if (!at) throw invalid({ place: '请选择类型与筛选项' });
  return inTransaction(ctx, async (tx) => {
    await lockTerms(tx.db);
    const before = form.id > 0 ? (await staffTerm(tx, form.id)).row : null;
    await checkPlace(tx, form, at, before);
    if (before && before.name !== name && isFixed(at, before.name)) throw invalid({ name: `“${before.name}”是网站用到的名称，不能修改` });
    const term = { kind: at.kind.code, facet: at.facet, parent_id: form.parent_id || null, name };
    const same = await findTermNamed(tx.db, term);
    if (same !== null && same !== form.id) throw invalid({ name: `已有名为“${name}”的选项` });
    if (before) await writeTerm(tx.db, before.id, { name, sort: form.sort });
    const id = before?.id ?? (await upsertTerm(tx.db, { ...term, icon: '', sort: form.sort }));
    await recordAudit(tx, 'term.save', `term:${id}`, {
      ...{ place: at.place, parent_id: form.parent_id, name, sort: form.sort },
      ...(before ? { before: { name: before.name, sort: before.sort } } : {}),
    });
    await emit(tx, 'terms.changed', { kind: at.kind.code, term_id: id, renamed: before !== null && before.name !== name });
    return id;
  });
}

const isFixed = ({ place }: TermPlace, name: string): boolean => FIXED_TERMS[place]?.includes(name) ?? false;

/** @throws AppError code 1 for another place than before, or a parent that is no category of the first level there */
async function checkPlace(tx: TxCtx, { parent_id }: TermForm, at: TermPlace, before: StaffTerm | null): Promise<void> {
  if (before) {
    if (placeOf(before) !== at) throw invalid({ place: '类型与筛选项不能修改，请新建一个' });
    if ((before.parent_id ?? 0) !== parent_id) throw invalid({ parent_id: '上级分类不能修改，请新建一个' });
    return;
  }
  if (parent_id === 0) return;
  if (at.facet !== 'category') throw invalid({ parent_id: '只有分类可以有上级，请选“无”' });
  const parent = await findTerm(tx.db, parent_id);
  if (!parent || placeOf(parent) !== at) throw invalid({ parent_id: `请选择${at.kind.noun}的一级分类` });
  if (parent.parent_id !== null) throw invalid({ parent_id: '分类只有两级，请选择一级分类' });
}

/** Takes a term away that nothing uses. @throws AppError 403, 404, 409 saying what uses it */
export async function removeTerm(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'term.edit');
  await lockTerms(tx.db);
  const { row, at } = await staffTerm(tx, id);
  if (isFixed(at, row.name)) throw conflict(`“${row.name}”是网站用到的名称，不能删除`);
  await lockTerm(tx.db, id);
  const { works, children } = await usesOfTerm(tx.db, row);
  if (works > 0) throw conflict(`“${row.name}”还有 ${works} 个作品在用（含草稿与已下架），不能删除`, { works, children });
  if (children > 0) throw conflict(`“${row.name}”下还有 ${children} 个二级分类，请先删除它们`, { works, children });
  // publishers have to choose one
  if (row.parent_id === null && (await countTerms(tx.db, row.kind, row.facet)) === 1) throw conflict('至少保留一项');
  await deleteTerm(tx.db, id);
  await recordAudit(tx, 'term.remove', `term:${id}`, { reason, place: at.place, parent_id: row.parent_id ?? 0, name: row.name });
  await emit(tx, 'terms.changed', { kind: row.kind, term_id: id, renamed: false });
}

export const RENAMED_JOB = 'catalog.renamed-term';
const ITEMS_AT_ONCE = 200;

/** Lets the works that carry a renamed term be printed and indexed again, by a job. */
export async function announceRenamed(app: App, term_id: number): Promise<void> {
  await app.jobs.send(RENAMED_JOB, { term_id }, { singleton_key: `${RENAMED_JOB}:${term_id}` });
}

/** What the job does, some works a transaction; idempotent. */
export async function announceCarriers(ctx: Ctx, term_id: number, stopping?: AbortSignal): Promise<number> {
  const term = await findTerm(ctx.db, term_id);
  if (!term) return 0;
  let announced = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const ids = await findItemsCarrying(ctx.db, term, after, ITEMS_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return announced;
    await inTransaction(ctx, (tx) =>
      emitAll(
        tx,
        'item.changed',
        ids.map((item_id) => ({ item_id, what: 'texts', codes: [] })),
      ),
    );
    announced += ids.length;
    after = last;
  }
}
