import { expect, it } from 'vitest';
import { AI_MARK, citedNumbers, copyText, textBlocks, textParts, yuanText } from './assistant-text.ts';

it('reads headings, lists, tables and paragraphs, and nothing else', () => {
  const blocks = textBlocks('## 标题\n第一行\n第二行\n\n- 甲\n- 乙\n1. 一\n2. 二\n| a | b |\n| --- | --- |\n| 1 | 2 |\n<b>原样</b>');
  expect(blocks).toEqual([
    { is: 'heading', text: '标题' },
    { is: 'text', text: '第一行\n第二行' },
    { is: 'list', ordered: false, items: ['甲', '乙'] },
    { is: 'list', ordered: true, items: ['一', '二'] },
    { is: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { is: 'text', text: '<b>原样</b>' },
  ]);
});

it('knows bold words and numbers of sources', () => {
  expect(textParts('见 **重点** [2]。')).toEqual([
    { text: '见 ', bold: false, source: 0 },
    { text: '重点', bold: true, source: 0 },
    { text: ' ', bold: false, source: 0 },
    { text: '[2]', bold: false, source: 2 },
    { text: '。', bold: false, source: 0 },
  ]);
});

it('a quoted heading or row of a table is words, with the number of its source', () => {
  expect(textBlocks('- # 绿野 [1]\n- | 搭建 | 86,000 | [2]\n- 价格 #1')).toEqual([
    { is: 'list', ordered: false, items: ['绿野 [1]', '搭建 · 86,000 [2]', '价格 #1'] },
  ]);
});

it('finds the numbers that a text names', () => {
  expect([...citedNumbers('先看 [2]，再看 [1, 12]、[3]。[x] [123] 4')]).toEqual([2, 1, 12, 3]);
  expect(citedNumbers('没有出处').size).toBe(0);
});

it('copies with the mark, and prints amounts with their fen', () => {
  expect(copyText('回答\n', AI_MARK)).toBe('回答\n\n（AI 生成，来自策猫助手，请核实后使用）');
  expect([yuanText(5), yuanText(123_456_789)]).toEqual(['0.05', '1,234,567.89']);
});
