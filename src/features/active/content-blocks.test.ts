import { expect, it } from 'vitest';
import { contentBlocks } from './content-blocks.ts';

it('makes headings and paragraphs of plain text, and nothing of none', () => {
  expect(contentBlocks('第一段\n还是第一段\n\n# 怎么参加\r\n第二段')).toEqual([
    { p: '第一段\n还是第一段' },
    { h: '怎么参加' },
    { p: '第二段' },
  ]);
  expect(contentBlocks(' \n\n')).toEqual([]);
});
