import { expect, it } from 'vitest';
import { encodeUtf8 } from './utf8.ts';

const texts = {
  empty: '',
  short: '策猫 <b>',
  latin: 'abc é '.repeat(2_000),
  chinese: '活动策划人的方案库：先看真实页面，再决定要不要买😀。'.repeat(500),
  'half of a pair at the end': `${'策'.repeat(2_000)}\ud83d`,
  'half of a pair within': `${'策'.repeat(2_000)}\ude00${'猫'.repeat(10)}`,
  'more than the scratch holds at first': '策猫'.repeat(200_000),
  'more than it ever holds': '策'.repeat(2_100_000),
};

for (const [name, text] of Object.entries(texts)) {
  it(`makes the bytes of TextEncoder: ${name}`, () => {
    expect(Buffer.from(encodeUtf8(text)).equals(Buffer.from(new TextEncoder().encode(text)))).toBe(true);
  });
}

it('encodes what was put together piece by piece, and two results share no memory', () => {
  let rope = '';
  for (let i = 0; i < 2_000; i++) rope += `<li>第 ${i} 份方案</li>`;
  const first = encodeUtf8(rope);
  const second = encodeUtf8(rope.toUpperCase());
  expect(new TextDecoder().decode(first)).toBe(rope);
  expect(new TextDecoder().decode(second)).toBe(rope.toUpperCase());
});
