import { DAYS_AHEAD, type DayMarkKey, dayAfter, daysBetween, type OwnDays } from '#contract/freelance.ts';
import type { FoundResume } from '#contract/recruit.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { invalid } from '../../kernel/errors.ts';
import { findFreelancers, findResumes, markDays, saveDayPrice } from './resumes.repo.ts';

/** The reader's own days from today on, and what one costs. */
export async function ownDays(ctx: Ctx): Promise<OwnDays> {
  const user_id = requireUser(ctx);
  const [[row], resumes] = [await findFreelancers(ctx.db, [{ user_id }]), await findResumes(ctx.db, user_id)];
  const today = shanghaiDay(ctx.app.clock.now());
  return {
    ...{ price: (row?.day_fen ?? 0) / 100, today, is_found: resumes.some(({ visibility }) => visibility === 'all') ? 1 : 0 },
    days: Object.entries(row?.days ?? {}).flatMap(([day, mark]) => (day >= today ? [{ day, mark }] : [])),
  };
}

/** Sets what a day costs where it is given, and marks days from today on. @throws AppError code 1 for days out of reach */
export async function setDays(ctx: Ctx, { price, days, mark }: { price?: number | undefined; days: readonly string[]; mark: DayMarkKey }) {
  const user_id = requireUser(ctx);
  const today = shanghaiDay(ctx.app.clock.now());
  if (days.some((day) => day < today || day > dayAfter(today, DAYS_AHEAD)))
    throw invalid({ days: `只能标记今天起 ${DAYS_AHEAD} 天内的日子` });
  await inTransaction(ctx, async (tx) => {
    await saveDayPrice(tx.db, user_id, price);
    await markDays(tx.db, { user_id, days, mark, today });
  });
  return ownDays(ctx);
}

/** Somebody was chosen for a request: its day is taken, where they keep days. Idempotent. */
export async function takeDay(ctx: Ctx, { planner_id: user_id, day }: { planner_id: number; day: string }): Promise<void> {
  const today = shanghaiDay(ctx.app.clock.now());
  if (day < today || day > dayAfter(today, DAYS_AHEAD)) return;
  await inTransaction(ctx, (tx) => markDays(tx.db, { user_id, days: [day], mark: 'busy', today }));
}

/** The days that a search wants free. @throws AppError code 1 for a range that is none */
export function wantedDays({ from = '', to = '' }: { from?: string; to?: string }): string[] {
  if (from === '' && to === '') return [];
  const days = daysBetween(from || to, to || from);
  if (days.length === 0) throw invalid({ to: '请选择不超过 31 天的日期范围' });
  return days;
}

/** What of their days who finds these people sees; null: none is free. */
export async function freeDaysOf(ctx: Ctx, of: ReadonlyArray<{ user_id: number }>): Promise<(user_id: number) => FoundResume['by_day']> {
  const rows = await findFreelancers(ctx.db, of);
  const today = shanghaiDay(ctx.app.clock.now());
  return (id) => {
    const row = rows.find(({ user_id }) => user_id === id);
    const free = Object.entries(row?.days ?? {}).flatMap(([day, mark]) => (day >= today && mark === 'free' ? [day] : []));
    return row && free.length > 0 ? { price: row.day_fen / 100, free: free.sort() } : null;
  };
}
