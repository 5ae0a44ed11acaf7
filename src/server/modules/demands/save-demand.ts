import {
  checkDemand,
  DEMAND_STATE_TEXT,
  type DemandForm,
  type DemandState,
  type DemandStep,
  depositFault,
  depositFen,
  OPEN_STATES,
  type SavedDemand,
  TENDER,
  tidyDemand,
} from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { Posts, type Sent } from '../posts/index.ts';
import { getSetting } from '../settings/index.ts';
import { applyForm } from './apply-form.ts';
import { labelsById, shownLabel } from './labels.ts';
import { moveDemand } from './move-demand.ts';
import { refuseSecondRound } from './opened-tenders.ts';
import { type DemandRow, demandRows, findMoves, lockDemandRow, removeDemand } from './repo.ts';
import { isOver, mayEdit, rowStateText } from './rules.ts';
import { demandReviewMode, depositMost } from './settings.ts';

export interface DemandInput extends Sent<DemandForm> {
  step?: DemandStep | undefined;
}

export const demandPosts = new Posts<DemandForm, DemandState, DemandRow>({
  ...{ kind: KINDS.demand, stateText: rowStateText, open: OPEN_STATES, mode: demandReviewMode },
  ...{ rows: demandRows, lock: lockDemandRow, remove: removeDemand, apply: applyForm, files: (form) => form.files },
  move: (tx, id, to, of) => moveDemand(tx, { id, to, ...of }),
});

/**
 * Stores what was typed, valid or not; it is not public. The same key is the same draft.
 * @throws AppError code 1 for files of somebody else, 404, 409 when it is agreed or done
 */
export async function saveDemand(ctx: Ctx, input: DemandInput): Promise<SavedDemand> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => demandPosts.saved(await keepForm(tx, owner_id, { ...input, form: plainForm(input.form) })));
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
  await demandPosts.mayPublish(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await keepForm(tx, owner_id, { ...input, form });
    await refuseOtherSealing(tx, row, form);
    await refuseDeposit(tx, row, form);
    return demandPosts.publish(tx, row, form);
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

/** A deposit is of a tender, bounded, and as it was when the tender was published. @throws AppError code 1 */
async function refuseDeposit(tx: TxCtx, row: DemandRow, form: DemandForm): Promise<void> {
  if ((await labelsById(tx)).get(form.label_id ?? 0)?.type !== TENDER) return;
  if (row.opened_at && row.label_type === TENDER) {
    if (depositFen(form) === row.deposit_fen) return;
    throw invalid({ deposit: `保证金随招标发布，之后不能修改，原为 ${yuan(row.deposit_fen)} 元` });
  }
  const most_fen = await getSetting(tx, depositMost);
  const wrong = depositFault(form) || (depositFen(form) > most_fen ? `投标保证金最多 ${yuan(most_fen)} 元` : '');
  if (wrong) throw invalid({ deposit: wrong });
}

async function keepForm(tx: TxCtx, owner_id: number, input: DemandInput): Promise<DemandRow> {
  const known = await demandPosts.lockSent(tx, owner_id, input);
  if (known && !mayEdit({ state: known.state, opened: false })) throw conflict(`这条需求${DEMAND_STATE_TEXT[known.state]}，不能再修改`);
  // what is over is only changed to be opened again
  if (known && isOver(known.state)) await refuseSecondRound(tx.db, known.item_id);
  return demandPosts.keep(tx, owner_id, known, input, { step: input.step ?? known?.step ?? 'what' });
}

/** Texts without what is no text, cut to their limits. */
export function plainForm(form: DemandForm): DemandForm {
  return tidyDemand({ ...form, title: plainText(form.title), needs: plainText(form.needs), keyword: plainText(form.keyword) });
}
