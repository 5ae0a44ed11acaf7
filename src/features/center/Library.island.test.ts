import { expect, it } from 'vitest';
import { whyGone } from './Library.island.tsx';

it('tells a membership that ended from what costs something now', () => {
  expect(whyGone({ kind: 'scheme', had_by: 'member' })).toBe('会员已到期');
  expect(whyGone({ kind: 'scheme', had_by: 'free' })).toBe('已不能免费下载');
  expect(whyGone({ kind: 'course', had_by: 'free' })).toBe('已不能免费学习');
});
