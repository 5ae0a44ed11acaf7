import { describe, expect, it } from 'vitest';
import { namesIn } from './vocabulary.ts';

describe('names that the dictionary does not know', () => {
  it.each([
    [['鲸', '落', '海岸', '新品'], ['鲸落']],
    [['山间', '年', '会'], ['年会']],
    [['春', '晚会'], ['春晚会']],
    [['晚会', '春'], ['晚会春']],
    [['2026', '年', '年会'], []],
    [['星', '河', '与', '海'], ['星河']],
    [['一', '二', '三', '四', '五'], []],
    [['不', '冷场', '也', '不', '拖沓'], []],
    [['海', 'ppt'], []],
    [['海'], []],
    [[], []],
  ])('%j: %j', (words, names) => {
    expect(namesIn(words)).toEqual(names);
  });
});
