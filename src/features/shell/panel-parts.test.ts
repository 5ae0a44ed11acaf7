import { afterEach, expect, it, vi } from 'vitest';
import { vipLines } from './panel-parts.ts';

/** As much of an element as a line of text needs. */
class FakeElement {
  className = '';
  text = '';
  append(...inside: unknown[]) {
    this.text += inside.join('');
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('P-002, S-010 says of every running membership until when it runs, in Shanghai', () => {
  vi.stubGlobal('document', { createElement: () => new FakeElement() });
  const end_time = new Date('2027-03-01T00:30:00+08:00').getTime() / 1000;
  const lines = vipLines({
    scheme: { id: 1, end_time },
    all: { id: 6, end_time: end_time + 200 * 366 * 86_400 },
  }) as unknown as FakeElement[];
  expect(lines.map(({ text }) => text)).toEqual(['方案会员 · 有效期至 2027/3/1', '全站会员 · 有效期至 终身']);
  expect(vipLines({})).toEqual([]);
});
