import {
  checkDemand,
  DEMAND_STATE_TEXT,
  type DemandForm,
  type DemandStep,
  type SavedDemand,
  TENDER,
  tidyDemand,
} from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { createItem, getItem, updateItem } from '../catalog/index.ts';
import { takeAttachments } from '../publishing/index.ts';
import { openReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { mayPublishDemands } from '../verification/index.ts';
import { applyForm } from './apply-form.ts';
import { labelsById, shownLabel } from './labels.ts';
import { moveDemand } from './move-demand.ts';
import { refuseSecondRound } from './opened-tenders.ts';
import { type DemandRow, findByDraftKey, findMoves, insertDemand, lockDemandRow, lockDraftKey, writeDemand } from './repo.ts';
import { mayEdit } from './rules.ts';
import { demandReviewMode } from './settings.ts';

/** Type of the rows of the review desk. */
export const DEMAND_REVIEW = 'demand';

export interface DemandInput {
  /** Absent: a new one, or the one that was saved with the same key. */
  id?: number | undefined;
  draft_key: string;
  /** What of it the page has read; absent: whatever is stored is written over. */
  edition?: number | undefined;
  form: DemandForm;
  step?: DemandStep | undefined;
}

/** The title of a draft that has none yet. */
const UNNAMED = '未命名需求';

/**
 * Stores what was typed, valid or not; it is not public. The same key is the same draft.
 * @throws AppError code 1 for files of somebody else, 404, 409 when it is agreed or done
 */
export async function saveDemand(ctx: Ctx, input: DemandInput): Promise<SavedDemand> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => savedOf(await keepForm(tx, owner_id, input)));
}

/**
 * Publishes a demand, or a change of one: at once or after the desk, as the setting says; the desk looks at all of them. Closed and expired
 * ones open again.
 * @throws AppError code 1 with the wrong fields, contact details among them; 403 with `data.auth` for who is not verified; 404; 409
 */
export async function submitDemand(ctx: Ctx, input: DemandInput): Promise<SavedDemand> {
  const owner_id = requireUser(ctx);
  const form = plainForm(input.form);
  await checkSubmission(ctx, form);
  if (!(await mayPublishDemands(ctx, owner_id))) throw new AppError('请先进行个人认证', { status: 403, data: { auth: 'personal' } });
  return inTransaction(ctx, async (tx) => {
    const row = await keepForm(tx, owner_id, { ...input, form });
    await refuseOtherSealing(tx, row, form);
    const mode = await getSetting(tx, demandReviewMode);
    // what the desk refused comes back through the desk
    const before = mode === 'before' || row.reject_reason !== '';
    return savedOf(before ? await askDesk(tx, row, form) : await publish(tx, row, form, owner_id));
  });
}

async function checkSubmission(ctx: Ctx, form: DemandForm): Promise<void> {
  const errors = checkDemand(form, shanghaiDay(ctx.app.clock.now()));
  if (form.label_id !== null && !(await shownLabel(ctx, form.label_id))) errors.label_id = '这个需求类型已停用，请重新选择';
  if (Object.keys(errors).length > 0) throw invalid(errors as Record<string, string>);
}

/** Offers that are sealed and offers that are read at once are not for one demand. @throws AppError code 1 once it had offers */
async function refuseOtherSealing(tx: TxCtx, row: DemandRow, form: DemandForm): Promise<void> {
  const type = (await labelsById(tx)).get(form.label_id ?? 0)?.type;
  if (row.label_type === 0 || (type === TENDER) === (row.label_type === TENDER)) return;
  const offered = (await findMoves(tx.db, row.item_id)).some(({ to_state }) => to_state === 'choosing');
  if (offered) throw invalid({ label_id: '已收到过报价，不能在招标与其他类型之间更换；需要时请关闭后另行发布' });
}

async function publish(tx: TxCtx, row: DemandRow, form: DemandForm, owner_id: number): Promise<DemandRow> {
  const shown = row.state === 'open' || row.state === 'choosing';
  await applyForm(tx, row, form);
  await writeDemand(tx.db, row.item_id, { submitted: null });
  if (!shown) await moveDemand(tx, { id: row.item_id, to: 'open', by: owner_id, why: row.opened_at ? '修改后重新开放' : '发布' });
  await openReview(tx, { type: DEMAND_REVIEW, target_id: row.item_id, detail: { shown: 1 } });
  return (await lockDemandRow(tx.db, row.item_id)) as DemandRow;
}

async function askDesk(tx: TxCtx, row: DemandRow, form: DemandForm): Promise<DemandRow> {
  const id = row.item_id;
  await writeDemand(tx.db, id, { submitted: form });
  if (row.state !== 'open' && row.state !== 'choosing' && row.state !== 'review') {
    await moveDemand(tx, { id, to: 'review', by: row.owner_id, why: '提交审核' });
  }
  await openReview(tx, { type: DEMAND_REVIEW, target_id: id, detail: { shown: 0 } });
  return (await lockDemandRow(tx.db, id)) as DemandRow;
}

/** Writes the form into the draft, made when it is missing, and holds its row. */
async function keepForm(tx: TxCtx, owner_id: number, input: DemandInput): Promise<DemandRow> {
  const form = plainForm(input.form);
  const known = await lockOwn(tx, owner_id, input);
  if (known && !mayEdit({ state: known.state, opened: false })) throw conflict(`这条需求${DEMAND_STATE_TEXT[known.state]}，不能再修改`);
  // what is over is only changed to be opened again
  if (known?.state === 'closed' || known?.state === 'expired') await refuseSecondRound(tx.db, known.item_id);
  const title = form.title === '' ? UNNAMED : form.title;
  const id = known?.item_id ?? (await createItem(tx, { kind: KINDS.demand, title, publisher_id: owner_id }));
  await takeAttachments(tx, { owner_id, ids: form.files, field: 'files', item_id: id });
  const saved_at = savedAtOf(known, { edition: input.edition, form, now: tx.app.clock.now() });
  const kept = { form, step: input.step ?? known?.step ?? 'what', saved_at };
  if (!known) await insertDemand(tx.db, { ...kept, item_id: id, owner_id, title, draft_key: input.draft_key });
  else {
    // lists of drafts name it; a published one keeps its name until the change is published
    const named = known.opened_at === null && known.title !== title ? { title } : {};
    await writeDemand(tx.db, id, { ...kept, ...named });
    if ('title' in named && (await getItem(tx, id))) await updateItem(tx, id, named);
  }
  return (await lockDemandRow(tx.db, id)) as DemandRow;
}

async function lockOwn(tx: TxCtx, owner_id: number, { id, draft_key }: DemandInput): Promise<DemandRow | null> {
  if (id === undefined) {
    await lockDraftKey(tx.db, owner_id, draft_key);
    const found = await findByDraftKey(tx.db, owner_id, draft_key);
    return found === null ? null : lockDemandRow(tx.db, found);
  }
  return lockOwnDemand(tx, owner_id, id);
}

/** The user's own demand with its row held. @throws AppError 404 for any other */
export async function lockOwnDemand(tx: TxCtx, owner_id: number, id: number): Promise<DemandRow> {
  const row = await lockDemandRow(tx.db, id);
  if (row?.owner_id !== owner_id) throw notFound('需求不存在');
  return row;
}

/** Texts without what is no text, cut to their limits. */
export function plainForm(form: DemandForm): DemandForm {
  return tidyDemand({ ...form, title: plainText(form.title), needs: plainText(form.needs), keyword: plainText(form.keyword) });
}

export const savedOf = (row: DemandRow): SavedDemand => ({
  id: row.item_id,
  state: row.state,
  saved_at: unixSeconds(row.saved_at),
  edition: editionOf(row.saved_at),
  waiting: row.submitted !== null,
});
