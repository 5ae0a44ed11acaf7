import { KINDS } from '#contract/kinds.ts';
import type { RecapForm } from '#contract/outputs/organise.ts';
import { pictureUrl, pictureWidths } from '#contract/picture.ts';
import { checkRecap, EMPTY_RECAP, type OwnRecap, type RecapPicture, type RecapState, recapHref, type SavedRecap } from '#contract/recap.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { itemsById, itemsOf } from '../catalog/index.ts';
import { takePublicCopy } from '../publishing/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { ownSalon } from './door-links.ts';
import {
  countCame,
  ensureRecap,
  findRecap,
  findRecapFiles,
  findShownRecap,
  findShownRecaps,
  lockRecap,
  type RecapRecord,
  type ShownRecapRow,
  writeRecap,
} from './recap.repo.ts';
import type { SalonRow } from './repo.ts';

/** Type of the rows of the review desk. */
export const RECAP_REVIEW = 'salon_recap';

const TALKS_OFFERED = 50;
/** Width that pictures are shown at in the form, px. */
const FORM_WIDTH = 320;

function stateOf(row: RecapRecord | null): RecapState {
  if (!row) return 'none';
  if (row.submitted !== null) return 'waiting';
  if (row.reject_reason !== '') return 'rejected';
  return row.state;
}

const isOver = (ctx: Ctx, { ends_at, state }: SalonRow): boolean =>
  state !== 'cancelled' && ends_at !== null && ends_at <= ctx.app.clock.now();

/** The recap of an own salon as its organiser works on it. @throws AppError 404 */
export async function ownRecap(ctx: Ctx, salon_id: number): Promise<OwnRecap> {
  const salon = await ownSalon(ctx, salon_id);
  const [row, talks, attended] = await Promise.all([
    findRecap(ctx.db, salon_id),
    itemsOf(ctx, { kinds: [KINDS.talk], publisher_id: salon.owner_id, statuses: ['published'], offset: 0, limit: TALKS_OFFERED }),
    countCame(ctx.db, salon_id),
  ]);
  const form = row?.form ?? EMPTY_RECAP;
  const copies = new Map([...(row?.pictures ?? []), ...(row?.submitted?.pictures ?? [])].map((one) => [one.file_id, one]));
  return {
    id: salon_id,
    edition: editionOf(row?.saved_at),
    saved_at: row ? unixSeconds(row.saved_at) : 0,
    form,
    state: stateOf(row),
    shown: row?.state === 'published',
    reject_reason: row?.reject_reason ?? '',
    may_write: isOver(ctx, salon),
    pictures: form.pictures.map(({ file_id, caption }) => ({ file_id, caption, src: srcOf(copies.get(file_id)) })),
    talks: talks.map(({ id, title }) => ({ id, title })),
    attended,
  };
}

function srcOf(picture: RecapPicture | undefined): string {
  if (!picture) return '';
  const widths = pictureWidths(picture.width);
  return pictureUrl(picture.key, widths.find((width) => width >= FORM_WIDTH) ?? (widths.at(-1) as number));
}

function tidy(form: RecapForm): RecapForm {
  return {
    text: plainText(form.text).trim(),
    pictures: form.pictures.map(({ file_id, caption }) => ({ file_id, caption: plainText(caption).trim() })),
    film: form.film,
  };
}

/** Stores what was typed, right or wrong, as a draft. @throws AppError 404; 409 before the end of the salon, and where another page saved meanwhile */
export async function saveRecap(ctx: Ctx, salon_id: number, typed: RecapForm, edition?: number): Promise<SavedRecap> {
  return inTransaction(ctx, async (tx) => {
    await mayWrite(tx, salon_id);
    const form = tidy(typed);
    const at = savedAtOf(await lockRecap(tx.db, salon_id), { edition, form, now: tx.app.clock.now() });
    const row = await ensureRecap(tx.db, salon_id, at);
    await writeRecap(tx.db, salon_id, { form, saved_at: at });
    return { id: salon_id, state: stateOf(row), saved_at: unixSeconds(at), edition: editionOf(at) };
  });
}

async function mayWrite(ctx: Ctx, salon_id: number): Promise<SalonRow> {
  const salon = await ownSalon(ctx, salon_id);
  if (!isOver(ctx, salon)) throw conflict('活动结束后才能写回顾');
  return salon;
}

/**
 * Sends a recap, or a change of one, to the desk; what is shown stays until it decided.
 * @throws AppError code 1 with the wrong fields; 404; 409 before the end of the salon
 */
export async function submitRecap(ctx: Ctx, salon_id: number, typed: RecapForm): Promise<{ state: RecapState }> {
  const form = tidy(typed);
  await mayWrite(ctx, salon_id);
  const errors = checkRecap(form) as Record<string, string>;
  if (form.film !== null && !(await ownTalk(ctx, form.film))) errors['film'] = '所选的短分享已不存在，请重新选择';
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const known = new Map((await copiesOf(ctx, salon_id)).map((one) => [one.file_id, one]));
  const pictures: RecapPicture[] = [];
  for (const { file_id, caption } of form.pictures) {
    const { key, width, height } = known.get(file_id) ?? (await takePublicCopy(ctx, file_id));
    pictures.push({ file_id, key, width, height, caption });
  }
  return inTransaction(ctx, async (tx) => {
    const at = tx.app.clock.now();
    await ensureRecap(tx.db, salon_id, at);
    await writeRecap(tx.db, salon_id, {
      ...{ form, saved_at: at, reject_reason: '' },
      submitted: { text: form.text, pictures, film: form.film },
    });
    await openReview(tx, { type: RECAP_REVIEW, target_id: salon_id });
    return { state: 'waiting' };
  });
}

async function copiesOf(ctx: Ctx, salon_id: number): Promise<RecapPicture[]> {
  const row = await findRecap(ctx.db, salon_id);
  return [...(row?.pictures ?? []), ...(row?.submitted?.pictures ?? [])];
}

async function ownTalk(ctx: Ctx, id: number): Promise<boolean> {
  const item = (await itemsById(ctx, [id])).get(id);
  return item?.kind === KINDS.talk.code && item.publisher_id === requireUser(ctx);
}

/** Takes a recap off the site, and back from the desk; what was typed stays. Idempotent. @throws AppError 404 */
export async function withdrawRecap(ctx: Ctx, salon_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await ownSalon(tx, salon_id);
    const row = await lockRecap(tx.db, salon_id);
    if (!row) return;
    await hideRecap(tx, row);
  });
}

/** The same without asking whose it is: for the desk as well. The caller has locked the row. */
export async function hideRecap(tx: TxCtx, row: RecapRecord, reject_reason = ''): Promise<void> {
  await writeRecap(tx.db, row.salon_id, { state: 'draft', submitted: null, reject_reason });
  await withdrawReview(tx, { type: RECAP_REVIEW, target_id: row.salon_id });
  if (row.state === 'published') await emit(tx, 'item.changed', { item_id: row.salon_id, what: 'texts', codes: [] });
}

/** Address of a salon's recap; null: none stands on the site. */
export async function recapOf(ctx: Ctx, salon_id: number): Promise<string | null> {
  return (await findRecap(ctx.db, salon_id))?.state === 'published' ? recapHref(salon_id) : null;
}

/** A recap that stands on the site, with its salon; null: there is none. */
export async function shownRecap(ctx: Ctx, salon_id: number): Promise<ShownRecapRow | null> {
  const row = await findShownRecap(ctx.db, salon_id);
  return row && ((await onSite(ctx, [row]))[0] ?? null);
}

/** Leaves out those whose salon reports or staff took off the site. */
async function onSite(ctx: Ctx, rows: readonly ShownRecapRow[]): Promise<ShownRecapRow[]> {
  const items = await itemsById(
    ctx,
    rows.map(({ salon_id }) => salon_id),
  );
  return rows.filter(({ salon_id }) => items.get(salon_id)?.status === 'published');
}

/** Recaps on the site, the newest first. */
export async function shownRecaps(ctx: Ctx, of: { without?: number | undefined; page: number; limit: number }): Promise<ShownRecapRow[]> {
  return onSite(ctx, await findShownRecaps(ctx.db, { without: of.without, offset: (of.page - 1) * of.limit, limit: of.limit }));
}

/** Those of the stored files that recaps name. */
export async function recapFiles(ctx: Ctx, file_ids: readonly number[]): Promise<Set<number>> {
  return new Set(await findRecapFiles(ctx.db, file_ids));
}
