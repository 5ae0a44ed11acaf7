import { COMMENT_KINDS, type CommentKind } from '#contract/comment.ts';

export function isCommentKind(kind: string): kind is CommentKind {
  return (COMMENT_KINDS as readonly string[]).includes(kind);
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/** The first of the words that a text holds, however it is spaced and written; null: none. */
export function wordIn(text: string, words: readonly string[]): string | null {
  const looked = plain(text);
  return words.find((word) => plain(word) !== '' && looked.includes(plain(word))) ?? null;
}

/** `12_345`, or empty for what names no place. */
export function readAfter(text: string): { like_num: number; id: number } | null {
  const [, like_num = '', id = ''] = /^(\d{1,12})_(\d{1,15})$/.exec(text) ?? [];
  return id === '' ? null : { like_num: Number(like_num), id: Number(id) };
}

export const afterText = ({ like_num, id }: { like_num: number; id: number }): string => `${like_num}_${id}`;
