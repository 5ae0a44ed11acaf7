import { KINDS } from '#contract/kinds.ts';
import type { TeacherCard } from '#contract/study.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { countWorksOf } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { findAccepted, findTeacher, insertTeacher, type Teacher } from './repo.ts';

const TEACHERS_MAX = 60;

/** Everybody who may teach, those accepted last first. */
export async function listTeachers(ctx: Ctx, limit = TEACHERS_MAX): Promise<TeacherCard[]> {
  return cardsOf(ctx, await findAccepted(ctx.db, Math.min(limit, TEACHERS_MAX)));
}

/** One who may teach; null for anybody else. */
export async function teacherCard(ctx: Ctx, user_id: number): Promise<TeacherCard | null> {
  const row = await findTeacher(ctx.db, user_id);
  return row?.state === 'accepted' ? ((await cardsOf(ctx, [row]))[0] ?? null) : null;
}

async function cardsOf(ctx: Ctx, rows: readonly Teacher[]): Promise<TeacherCard[]> {
  const users = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  const courses = new Map<number, number>();
  for (const { user_id } of rows) courses.set(user_id, (await countWorksOf(ctx, user_id)).get(KINDS.course.code) ?? 0);
  return rows.map(({ user_id, name, position, field, introduction }) => ({
    ...{ user_id, name, position, field, introduction },
    headimgurl: users.get(user_id).headimgurl,
    courses: courses.get(user_id) ?? 0,
  }));
}

/** Lets somebody teach who did not apply here (import, demo); who applied stays as they are. */
export async function appointTeacher(
  tx: TxCtx,
  teacher: { user_id: number; name: string; position: string; field: string; introduction: string },
): Promise<void> {
  const now = tx.app.clock.now();
  await insertTeacher(tx.db, { ...teacher, state: 'accepted', applied_at: now, decided_at: now, updated_at: now });
}
