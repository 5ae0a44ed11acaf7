import { expect, it } from 'vitest';
import { markedTitle } from './marked-title.ts';

const marked = (title: string, words: string[]) =>
  markedTitle(title, words)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('');

it('marks the words where they stand, the longest first, in the letters of the title', () => {
  expect(marked('2026年会策划方案', ['年会方案', '年会', '方案'])).toBe('2026[年会]策划[方案]');
  expect(marked('ＰＰＴ路演Ppt', ['ppt'])).toBe('[ＰＰＴ]路演[Ppt]');
  expect(marked('年会年会', ['年会'])).toBe('[年会][年会]');
  expect(marked('无关', ['年会', ''])).toBe('无关');
  expect(marked('', ['年会'])).toBe('');
  expect(marked('ﬁne 年会', ['年会'])).toBe('ﬁne 年会');
});
