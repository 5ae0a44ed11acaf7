import { expect, it } from 'vitest';
import { linksOf } from './Marked.tsx';

const said = (text: string) => linksOf(text).map(({ text: piece, href }) => (href === null ? piece : `<${href}>`));

it('addresses in what somebody said are links, without the sentence around them', () => {
  expect(said('见 https://example.com/a?b=1#c。谢谢')).toEqual(['见 ', '<https://example.com/a?b=1#c>', '。谢谢']);
  expect(said('（http://127.0.0.1:4000/programme）和(https://a.cn/b/)，')).toEqual([
    ...['（', '<http://127.0.0.1:4000/programme>', '）和(', '<https://a.cn/b/>', ')，'],
  ]);
  expect(said('https://a.cn, https://b.cn.')).toEqual(['<https://a.cn>', ', ', '<https://b.cn>', '.']);
  expect(said('链接https://a.cn/中文说明')).toEqual(['链接', '<https://a.cn/>', '中文说明']);
});

it('what a browser may not open stays text', () => {
  for (const text of ['javascript:alert(1)', 'https://user:pass@evil.cn/', 'https://', 'ftp://a.cn', '没有链接', ''])
    expect(linksOf(text).every(({ href }) => href === null)).toBe(true);
  expect(
    linksOf('https://user:pass@evil.cn/ 后面')
      .map(({ text }) => text)
      .join(''),
  ).toBe('https://user:pass@evil.cn/ 后面');
});
