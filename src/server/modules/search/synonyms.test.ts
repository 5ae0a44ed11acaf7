import { expect, it } from 'vitest';
import { synonymsOf } from './synonyms.ts';

const synonyms = synonymsOf(['年会 = 年度盛典', '主视觉＝ KV', '年会=尾牙', '方案 = 策划案']);

it('reads lines in any width and case, and joins lines of one word', () => {
  expect(synonyms('年会')).toEqual(['年度盛典', '尾牙']);
  expect(synonyms('kv')).toEqual(['主视觉']);
  expect(synonyms('年度')).toEqual([]);
});
