import { checkResume, type ShownResume } from '#contract/recruit.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { isEnterprise } from '../verification/index.ts';
import { findByIds, findResume, type ResumeLine } from './resumes.repo.ts';
import { noteView, ofOwner } from './resumes.ts';

/** One's own resume that may be sent, to a job or into a conversation. @throws AppError 404; code 1 with what it lacks */
export async function requireSendable(ctx: Ctx, id: number): Promise<ResumeLine> {
  const row = await ofOwner(ctx, id);
  if (row.visibility === 'nobody') throw invalid({ resume_id: '这份简历设为仅自己可见，请先改为“我投递的企业”' });
  const wrong = Object.values(checkResume(row.parts, row.contact))[0];
  if (wrong) throw invalid({ resume_id: `简历还不完整：${wrong}` });
  return row;
}

/** Titles of cards, by resume; one that its owner hid or removed is absent. */
export async function shownResumes(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await findByIds(ctx.db, ids);
  const shown = rows.filter(({ visibility }) => visibility !== 'nobody');
  return new Map(shown.map(({ id, parts }) => [id, `${parts.person.name}，${parts.wish.position}`]));
}

/** The resume of a card, for who is in the conversation that has it: the caller asks that. Its owner sees which enterprise looked. @throws AppError 404 */
export async function resumeInTalk(ctx: Ctx, id: number): Promise<ShownResume> {
  const row = await findResume(ctx.db, id);
  if (!row || row.visibility === 'nobody') throw notFound('对方已不再公开这份简历');
  const reader = requireUser(ctx);
  if (reader !== row.user_id && (await isEnterprise(ctx, reader))) await noteView(ctx, { resume_id: id, enterprise_id: reader });
  return { name: row.parts.person.name, parts: row.parts, contact: row.contact };
}
