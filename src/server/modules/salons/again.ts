import type { SalonForm } from '#contract/outputs/salon.ts';
import { type AGAIN_EVERY, EMPTY_SALON, type SavedSalon } from '#contract/salon.ts';
import { checkSalon } from '#contract/salon-form.ts';
import { againDates } from '#contract/salon-time.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { conflict, invalid, otherWish } from '../../kernel/errors.ts';
import { ownSalon } from './door-links.ts';
import { keptPictures } from './pictures.ts';
import { salonPosts } from './save-salon.ts';

interface AgainWish {
  id: number;
  /** The same key is the same salons. */
  key: string;
  /** Of the first, YYYY-MM-DD; empty: one draft without a date. */
  date: string;
  every: keyof typeof AGAIN_EVERY;
  times: number;
  /** To the desk at once, or onto the site, as the setting says. */
  send: boolean;
}

/**
 * Holds an own salon again: all that was typed but its date, as drafts or sent. Those that were made before a crash are not made twice.
 * @throws AppError code 1 with the wrong fields; 403 with `data.auth` for who is not verified; 404; 409 when its form would not do, and for a key of other
 * dates
 */
export async function holdAgain(ctx: Ctx, { id, key, date, every, times, send }: AgainWish): Promise<{ list: SavedSalon[] }> {
  const owner_id = requireUser(ctx);
  const row = await ownSalon(ctx, id);
  if (date === '' && (send || every !== 'once')) throw invalid({ date: '请选择第一场的日期' });
  if (date !== '' && new Date(Date.parse(date) || 0).toISOString().slice(0, 10) !== date) throw invalid({ date: '请选择日期' });
  const before = { ...EMPTY_SALON, ...row.form };
  const forms = date === '' ? [atDate(before, '')] : againDates(date, every, times).map((day) => atDate(before, day));
  if (send) {
    await salonPosts.mayPublish(ctx);
    for (const form of forms) {
      const wrong = checkSalon(form, ctx.app.clock.now().getTime());
      if (wrong['date']) throw invalid({ date: wrong['date'] });
      if (Object.keys(wrong).length > 0) throw conflict('这场沙龙的内容还不完整，请先建成草稿，补全后再提交');
    }
  }
  const list: SavedSalon[] = [];
  for (const [n, form] of forms.entries()) {
    const sent = { draft_key: `again-${id}-${key}-${n}`, form };
    list.push(
      await inTransaction(ctx, async (tx) => {
        const known = await salonPosts.lockSent(tx, owner_id, sent);
        if (known && known.form.date !== form.date) throw otherWish();
        if (known) return salonPosts.saved(known);
        const { link, link_before_min, remind_text } = row;
        const own = { pictures: keptPictures(null, form, row.pictures), link, link_before_min, remind_text };
        const made = await salonPosts.keep(tx, owner_id, null, sent, own);
        return send ? salonPosts.publish(tx, made, form) : salonPosts.saved(made);
      }),
    );
  }
  return { list };
}

/** The same on another day: early prices end as long before it. */
function atDate(form: SalonForm, date: string): SalonForm {
  const by_ms = date === '' ? Number.NaN : Date.parse(date) - Date.parse(form.date);
  const moved = (day: string) => (day === '' || Number.isNaN(by_ms) ? '' : new Date(Date.parse(day) + by_ms).toISOString().slice(0, 10));
  return { ...form, date, kinds: form.kinds.map((kind) => ({ ...kind, early_until: moved(kind.early_until) })) };
}
