import { gateway } from '#client/gateway.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { PART_LINE_MAX, PART_ROWS_MAX, type ResumeParts } from '#contract/recruit.ts';

type OwnWork = ResumeParts['works'][number] & { year: string };

/** The reader's published works, newest first: what a resume may name. */
export async function fetchOwnWorks(): Promise<{ list: OwnWork[] }> {
  const { list } = await gateway('GET /user/publish/mine', { tab: 'published', page: 1, limit: 50 }, { silent: true });
  const year = (at_s: number) => new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 4);
  const works = list.filter(({ kind }) => kind !== KINDS.job.key && kind !== KINDS.demand.key);
  return { list: works.map(({ id, title, kind, published_at }) => ({ id, title, kind, year: year(published_at) })) };
}

/** Projects with one for each work that none of them is about: what stands there stays as it is. */
export function withWorks(projects: ResumeParts['projects'], works: readonly OwnWork[]): ResumeParts['projects'] {
  const known = (work: OwnWork) => projects.some(({ name, work: of }) => of?.id === work.id || name.trim() === work.title);
  const added = works.filter((work) => !known(work)).slice(0, Math.max(0, PART_ROWS_MAX - projects.length));
  return [
    ...projects,
    ...added.map(({ year, ...work }) => ({
      ...{ name: [...work.title].slice(0, PART_LINE_MAX).join(''), role: '', when: year, work },
      text: `${Object.values<KindFacts>(KINDS).find(({ key }) => key === work.kind)?.noun ?? '作品'}，已在策猫发布`,
    })),
  ];
}
