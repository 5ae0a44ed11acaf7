import { KINDS } from '#contract/kinds.ts';
import type { SalonForm, SavedSalon } from '#contract/salon.ts';
import { checkSalon } from '#contract/salon-form.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { createItem, getItem, updateItem } from '../catalog/index.ts';
import { openReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { mayPublishDemands } from '../verification/index.ts';
import { applyForm, checkSeats } from './apply-form.ts';
import { moveSalon } from './move-salon.ts';
import { findByDraftKey, insertSalon, lockDraftKey, lockSalonRow, type SalonRow, writeSalon } from './repo.ts';
import { MAY_EDIT } from './rules.ts';
import { salonReviewMode } from './settings.ts';

/** Type of the rows of the review desk. */
export const SALON_REVIEW = 'salon';

export interface SalonInput {
  /** Absent: a new one, or the one that was saved with the same key. */
  id?: number | undefined;
  draft_key: string;
  /** What of it the page has read; absent: whatever is stored is written over. */
  edition?: number | undefined;
  form: SalonForm;
}

const UNNAMED = '未命名沙龙';

/** Stores what was typed, valid or not; it is not public. The same key is the same draft. @throws AppError 404, 409 when it is over */
export async function saveSalon(ctx: Ctx, input: SalonInput): Promise<SavedSalon> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => savedOf(await keepForm(tx, owner_id, input)));
}

/**
 * Publishes a salon, or a change of one, after the desk or at once, as the setting says.
 * @throws AppError code 1 with the wrong fields; 403 with `data.auth` for who is not verified; 404; 409
 */
export async function submitSalon(ctx: Ctx, input: SalonInput): Promise<SavedSalon> {
  const owner_id = requireUser(ctx);
  const form = plainForm(input.form);
  const errors = checkSalon(form, ctx.app.clock.now().getTime());
  if (Object.keys(errors).length > 0) throw invalid(errors as Record<string, string>);
  if (!(await mayPublishDemands(ctx, owner_id))) throw new AppError('请先进行个人认证', { status: 403, data: { auth: 'personal' } });
  return inTransaction(ctx, async (tx) => {
    const row = await keepForm(tx, owner_id, { ...input, form });
    await checkSeats(tx, row.item_id, form);
    // what the desk refused comes back through the desk
    const before = (await getSetting(tx, salonReviewMode)) === 'before' || row.reject_reason !== '';
    if (before) {
      await writeSalon(tx.db, row.item_id, { submitted: form });
      if (row.state === 'draft') await moveSalon(tx, row.item_id, 'review');
    } else {
      await applyForm(tx, row, form);
      await writeSalon(tx.db, row.item_id, { submitted: null });
      if (row.state !== 'open') await moveSalon(tx, row.item_id, 'open');
    }
    await openReview(tx, { type: SALON_REVIEW, target_id: row.item_id, detail: { shown: before ? 0 : 1 } });
    return savedOf((await lockSalonRow(tx.db, row.item_id)) as SalonRow);
  });
}

/** Writes the form into the draft, made when it is missing, and holds its row. */
async function keepForm(tx: TxCtx, owner_id: number, input: SalonInput): Promise<SalonRow> {
  const form = plainForm(input.form);
  const known = await lockOwn(tx, owner_id, input);
  if (known && !MAY_EDIT.includes(known.state)) throw conflict('这场沙龙已结束或取消，不能再修改');
  const title = form.title === '' ? UNNAMED : form.title;
  const saved_at = savedAtOf(known, { edition: input.edition, form, now: tx.app.clock.now() });
  const id = known?.item_id ?? (await createItem(tx, { kind: KINDS.salon, title, publisher_id: owner_id }));
  if (!known) await insertSalon(tx.db, { item_id: id, owner_id, title, form, draft_key: input.draft_key, saved_at });
  else {
    // a published one keeps its name until the change is published
    const named = known.opened_at === null && known.title !== title ? { title } : {};
    await writeSalon(tx.db, id, { form, saved_at, ...named });
    if ('title' in named && (await getItem(tx, id))) await updateItem(tx, id, named);
  }
  return (await lockSalonRow(tx.db, id)) as SalonRow;
}

async function lockOwn(tx: TxCtx, owner_id: number, { id, draft_key }: SalonInput): Promise<SalonRow | null> {
  if (id !== undefined) return lockOwnSalon(tx, owner_id, id);
  await lockDraftKey(tx.db, owner_id, draft_key);
  const found = await findByDraftKey(tx.db, owner_id, draft_key);
  return found === null ? null : lockSalonRow(tx.db, found);
}

/** The user's own salon with its row held. @throws AppError 404 for any other */
export async function lockOwnSalon(tx: TxCtx, owner_id: number, id: number): Promise<SalonRow> {
  const row = await lockSalonRow(tx.db, id);
  if (row?.owner_id !== owner_id) throw notFound('沙龙不存在');
  return row;
}

/** Texts without what is no text. */
export function plainForm(form: SalonForm): SalonForm {
  return {
    ...form,
    ...{ title: plainText(form.title), about: plainText(form.about), organiser: plainText(form.organiser) },
    ...{ venue: plainText(form.venue), address: plainText(form.address) },
    agenda: form.agenda.map(({ at, title, speaker }) => ({ at, title: plainText(title), speaker: plainText(speaker) })),
    guests: form.guests.map(({ name, title, about }) => ({ name: plainText(name), title: plainText(title), about: plainText(about) })),
    kinds: form.kinds.map((kind) => ({
      ...kind,
      ...{ name: plainText(kind.name), about: plainText(kind.about) },
      questions: kind.questions.map((one) => ({
        ...one,
        label: plainText(one.label),
        options: one.options.map(plainText).filter(Boolean),
      })),
    })),
  };
}

export const savedOf = (row: SalonRow): SavedSalon => ({
  id: row.item_id,
  state: row.state,
  saved_at: unixSeconds(row.saved_at),
  edition: editionOf(row.saved_at),
  waiting: row.submitted !== null,
});
