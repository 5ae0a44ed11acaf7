import { gateway } from '#client/gateway.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ResumeParts } from '#contract/recruit.ts';

/** The reader's published works, newest first: what a resume may name. */
export async function fetchOwnWorks(): Promise<{ list: ResumeParts['works'] }> {
  const { list } = await gateway('GET /user/publish/mine', { tab: 'published', page: 1, limit: 50 }, { silent: true });
  return { list: list.filter(({ kind }) => kind !== KINDS.job.key).map(({ id, title, kind }) => ({ id, title, kind })) };
}
