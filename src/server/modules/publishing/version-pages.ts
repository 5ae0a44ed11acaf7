import { createHash } from 'node:crypto';
import type { Ctx } from '../../app/ctx.ts';
import type { RenderedPage } from '../../providers/document/port.ts';
import { type FilePageRow, findFilePages, findFiles } from './repo.ts';

/** Names what a page looks like: the same for pages drawn alike. */
export function markOf({ pictures }: Pick<RenderedPage, 'pictures'>): string {
  const widest = pictures.at(-1);
  return widest ? createHash('sha256').update(widest.data).digest('base64url').slice(0, 22) : '';
}

type Page = Pick<FilePageRow, 'page_no' | 'key' | 'width' | 'height' | 'text' | 'mark'>;

export interface ChangedPage<P = Page> {
  type: 'new' | 'changed' | 'gone' | 'moved';
  before: P | null;
  after: P | null;
}

interface Given {
  file_id: number | null;
  picture_ids: readonly number[];
}

/** The pages in which two versions differ, in the order of the second; of files that are not drawn none. No right is asked for here. */
export async function changedPages(ctx: Ctx, before: Given, after: Given): Promise<ChangedPage[]> {
  const [a, b] = [await pagesOf(ctx, before), await pagesOf(ctx, after)];
  // pages that were drawn before there were marks are compared by their texts
  const by = [...a, ...b].every(({ mark }) => mark !== '') ? ({ mark }: Page) => mark : ({ text }: Page) => text;
  return comparePages(a, b, by);
}

async function pagesOf(ctx: Ctx, { file_id, picture_ids }: Given): Promise<Page[]> {
  if (file_id !== null) return findFilePages(ctx.db, file_id);
  const files = await findFiles(ctx.db, [...picture_ids]);
  return picture_ids.flatMap((id, at) => {
    const file = files.get(id);
    return file ? [{ ...file, page_no: at + 1, text: '', mark: file.sha256 }] : [];
  });
}

/** Pages that stand in one order in both are the same; of the others equal ones moved, and what lies between the same two changed. */
export function comparePages<P>(before: readonly P[], after: readonly P[], markOfPage: (page: P) => string): Array<ChangedPage<P>> {
  const places = new Map<string, number[]>();
  for (const [at, page] of before.entries()) places.set(markOfPage(page), [...(places.get(markOfPage(page)) ?? []), at]);
  const from = after.map((page) => places.get(markOfPage(page))?.shift() ?? -1);
  const still = longestRise(from);
  const taken = new Set(from);
  const changes: Array<ChangedPage<P>> = [];
  let gone_from = 0;
  let fresh: P[] = [];
  const between = (until: number) => {
    const gone = before.slice(gone_from, until).filter((_page, at) => !taken.has(gone_from + at));
    for (let at = 0; at < Math.max(gone.length, fresh.length); at++) {
      const [was, is] = [gone[at] ?? null, fresh[at] ?? null];
      changes.push({ type: was && is ? 'changed' : is ? 'new' : 'gone', before: was, after: is });
    }
    fresh = [];
    gone_from = until;
  };
  for (const [at, page] of after.entries()) {
    const place = from[at] as number;
    if (place === -1) fresh.push(page);
    else if (still.has(at)) between(place);
    else changes.push({ type: 'moved', before: before[place] as P, after: page });
  }
  between(before.length);
  return changes;
}

/** Indexes of the longest rising run of what is not below zero; at most 500 numbers. */
function longestRise(numbers: readonly number[]): Set<number> {
  const runs: Array<{ length: number; previous: number }> = [];
  let best = -1;
  for (const [at, number] of numbers.entries()) {
    let [length, previous] = [number === -1 ? 0 : 1, -1];
    for (let i = 0; number !== -1 && i < at; i++) {
      const run = runs[i] as (typeof runs)[number];
      if (run.length >= length && run.length > 0 && (numbers[i] as number) < number) [length, previous] = [run.length + 1, i];
    }
    runs.push({ length, previous });
    if (length > (runs[best]?.length ?? 0)) best = at;
  }
  const rise = new Set<number>();
  for (let at = best; at !== -1; at = runs[at]?.previous ?? -1) rise.add(at);
  return rise;
}

const NAMES = { new: '新增', changed: '改动', gone: '删除', moved: '调整顺序' } as const;

/** 新增 2 页，改动 1 页; empty: none is other. */
export function pagesText(changes: readonly ChangedPage<unknown>[], unit: string): string {
  const count = (type: ChangedPage['type']) => changes.filter((one) => one.type === type).length;
  const said = (Object.keys(NAMES) as Array<ChangedPage['type']>).filter((type) => count(type) > 0);
  return said.map((type) => `${NAMES[type]} ${count(type)} ${unit}`).join('，');
}
