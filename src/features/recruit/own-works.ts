import { gateway } from '#client/gateway.ts';
import { KINDS } from '#contract/kinds.ts';
import { MY_WORKS_CALL, type PublishedList } from '#contract/publish.ts';
import type { ResumeParts } from '#contract/recruit.ts';

/** The reader's published works, newest first: what a resume may name. */
export async function fetchOwnWorks(): Promise<{ list: ResumeParts['works'] }> {
  const { list } = await gateway.get<PublishedList>(MY_WORKS_CALL, { tab: 'published', page: 1, limit: 50 }, { silent: true });
  return { list: list.filter(({ kind }) => kind !== KINDS.job.key).map(({ id, title, kind }) => ({ id, title, kind })) };
}
