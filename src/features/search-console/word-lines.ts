import { PREVIEW_QUERIES, type WordChange, type WordList } from '#contract/search-console.ts';

/** Lines of a text field, each once, without empty ones. */
export const linesOf = (text: string): string[] => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');

/** What has to come and go so that a list says what was written. Null: nothing. */
export function changeOf(list: WordList, before: readonly string[], text: string): WordChange | null {
  const after = linesOf(text);
  const add = after.filter((line) => !before.includes(line));
  const remove = before.filter((line) => !after.includes(line));
  return add.length + remove.length > 0 ? { list, add, remove } : null;
}

/** Queries of a preview, as many as it takes. */
export const previewQueries = (text: string): string[] => linesOf(text).slice(0, PREVIEW_QUERIES);
