import type { ItemMatch } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { findTexts } from './repo.ts';
import { isPriceWord } from './rules.ts';

/** Characters around what was found. */
const AROUND = 14;

/**
 * What of each document a query found: the words that stand in its title, else where they stand. Titles, tags and introductions are told;
 * of a text it is only said that it holds them.
 */
export async function matchesOf(ctx: Ctx, words: readonly string[], ids: readonly number[]): Promise<Map<number, ItemMatch>> {
  const rows = await findTexts(ctx.db, ids);
  return new Map(rows.map((row) => [row.item_id, { words: [...words], where: whereOf(words, row) }]));
}

function whereOf(words: readonly string[], { title, tags, introduction }: { title: string; tags: string; introduction: string }): string {
  // the card prints its price itself
  if (words.some((word) => title.includes(word) || isPriceWord(word))) return '';
  const tag = tags.split(' ').find((name) => words.some((word) => name.includes(word)));
  if (tag) return `标签与分类：${tag}`;
  const word = words.find((one) => introduction.includes(one));
  if (word === undefined) return '正文预览中提到';
  const at = introduction.indexOf(word);
  const from = Math.max(0, at - AROUND);
  const to = Math.min(introduction.length, at + word.length + AROUND);
  return `简介：${from > 0 ? '…' : ''}${introduction.slice(from, to)}${to < introduction.length ? '…' : ''}`;
}
