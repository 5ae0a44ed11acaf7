import { KINDS } from '#contract/kinds.ts';
import type { SalonForm } from '#contract/outputs/salon.ts';
import { SALON_STATE_TEXT, type SalonState, type SavedSalon } from '#contract/salon.ts';
import { checkSalon } from '#contract/salon-form.ts';
import { planOf, withSeatCapacity } from '#contract/seats.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { Posts, type Sent } from '../posts/index.ts';
import { applyForm, checkSeats } from './apply-form.ts';
import { moveSalon } from './move-salon.ts';
import { copyPictures, keptPictures } from './pictures.ts';
import { lockSalonRow, removeSalon, type SalonRow, salonRows } from './repo.ts';
import { MAY_EDIT } from './rules.ts';
import { salonReviewMode } from './settings.ts';
import type { SalonPicture } from './tables.ts';

export const salonPosts = new Posts<SalonForm, SalonState, SalonRow>({
  ...{ kind: KINDS.salon, stateText: ({ state }) => SALON_STATE_TEXT[state], open: ['open'], mode: salonReviewMode },
  ...{ rows: salonRows, lock: lockSalonRow, remove: removeSalon, apply: applyForm, move: moveSalon },
});

/** Stores what was typed, valid or not; it is not public. The same key is the same draft. @throws AppError 404, 409 when it is over */
export async function saveSalon(ctx: Ctx, input: Sent<SalonForm>): Promise<SavedSalon> {
  const owner_id = requireUser(ctx);
  const form = plainForm(input.form);
  const copies = await copyPictures(ctx, input.id, form);
  return inTransaction(ctx, async (tx) => salonPosts.saved(await keepForm(tx, owner_id, { ...input, form }, copies)));
}

/**
 * Publishes a salon, or a change of one, after the desk or at once, as the setting says.
 * @throws AppError code 1 with the wrong fields; 403 with `data.auth` for who is not verified; 404; 409
 */
export async function submitSalon(ctx: Ctx, input: Sent<SalonForm>): Promise<SavedSalon> {
  const owner_id = requireUser(ctx);
  const form = plainForm(input.form);
  const errors = checkSalon(form, ctx.app.clock.now().getTime());
  if (Object.keys(errors).length > 0) throw invalid(errors as Record<string, string>);
  await salonPosts.mayPublish(ctx);
  const copies = await copyPictures(ctx, input.id, form);
  return inTransaction(ctx, async (tx) => {
    const row = await keepForm(tx, owner_id, { ...input, form }, copies);
    await checkSeats(tx, row.item_id, form);
    return salonPosts.publish(tx, row, form);
  });
}

async function keepForm(tx: TxCtx, owner_id: number, input: Sent<SalonForm>, copies: readonly SalonPicture[]): Promise<SalonRow> {
  const known = await salonPosts.lockSent(tx, owner_id, input);
  if (known && !MAY_EDIT.includes(known.state)) throw conflict('这场沙龙已结束或取消，不能再修改');
  return salonPosts.keep(tx, owner_id, known, input, { pictures: keptPictures(known, input.form, copies) });
}

/** Texts without what is no text. */
export function plainForm(typed: SalonForm): SalonForm {
  const form = withSeatCapacity(typed);
  return {
    ...form,
    plan: planOf(form).map((block) => ({ ...block, name: plainText(block.name) })),
    ...{ title: plainText(form.title), about: plainText(form.about), organiser: plainText(form.organiser) },
    ...{ venue: plainText(form.venue), address: plainText(form.address) },
    agenda: form.agenda.map(({ at, title, speaker }) => ({ at, title: plainText(title), speaker: plainText(speaker) })),
    guests: form.guests.map((one) => ({ ...one, name: plainText(one.name), title: plainText(one.title), about: plainText(one.about) })),
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
