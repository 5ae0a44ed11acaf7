import { describe, expect, it } from 'vitest';
import {
  type ArticleDoc,
  checkDoc,
  countWords,
  docContents,
  docOfText,
  docPictures,
  docText,
  docWorks,
  readingMinutes,
  safeHref,
  tidyDoc,
} from './article.ts';

const paragraph = (text: string) => ({ type: 'paragraph' as const, runs: [{ text }] });

describe('addresses of links', () => {
  it.each(['https://example.com/a?b=1#c', 'http://例子.cn/', '/programme/detail?id=3', ' https://example.com ', 'HTTPS://EXAMPLE.COM'])(
    'keeps %s',
    (href) => {
      expect(safeHref(href)).toBe(href.trim());
    },
  );
  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\tscript:alert(1)'],
    ['\u0001javascript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['//evil.example/'],
    ['/\\evil.example'],
    ['https://user:pass@example.com/'],
    ['https://exa\u202emple.com'],
    ['mailto:a@b.c'],
    ['#top'],
    [''],
    [`https://example.com/${'a'.repeat(600)}`],
  ])('refuses %j', (href) => {
    expect(safeHref(href)).toBeNull();
  });
});

describe('C-103 the tree', () => {
  const doc: ArticleDoc = {
    blocks: [
      { type: 'heading', level: 2, runs: [{ text: '一、准备' }] },
      { type: 'paragraph', runs: [{ text: '先看' }, { text: '场地', bold: true }, { text: '' }] },
      { type: 'heading', level: 3, runs: [{ text: '清单' }] },
      {
        type: 'list',
        lines: [
          { level: 0, ordered: true, runs: [{ text: '灯光 10 台' }] },
          { level: 1, ordered: false, runs: [{ text: ' ' }] },
        ],
      },
      { type: 'picture', file_id: 7, caption: ' 现场 \n图 ', alt: '' },
      { type: 'picture', file_id: 7, caption: '', alt: '' },
      { type: 'table', head: true, rows: [[[{ text: '项' }], [{ text: '价' }]], [[], []], [[{ text: '灯' }]]] },
      { type: 'work', kind: 'scheme', id: 3 },
      { type: 'work', kind: 'scheme', id: 3 },
      paragraph('\u200b \n'),
    ],
  };

  it('is kept without what nobody sees', () => {
    const tidy = tidyDoc(doc);
    expect(tidy.blocks.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'heading',
      'list',
      'picture',
      'picture',
      'table',
      'work',
      'work',
    ]);
    expect(tidy.blocks[4]).toEqual({ type: 'picture', file_id: 7, caption: '现场  图', alt: '' });
    expect(tidy.blocks[6]).toEqual({
      type: 'table',
      head: true,
      rows: [
        [[{ text: '项' }], [{ text: '价' }]],
        [[{ text: '灯' }], []],
      ],
    });
    expect(tidyDoc(tidy)).toEqual(tidy);
    expect(
      tidyDoc({ blocks: [{ type: 'paragraph', runs: [{ text: 'a', bold: true }, { text: 'b', bold: true }, { text: 'c' }] }] }).blocks,
    ).toEqual([{ type: 'paragraph', runs: [{ text: 'ab', bold: true }, { text: 'c' }] }]);
  });

  it('tells its words, contents, pictures and works', () => {
    expect(docText(tidyDoc(doc))).toBe('一、准备\n先看场地\n清单\n灯光 10 台\n现场  图\n项 价\n灯 ');
    expect(docContents(doc)).toEqual([
      { anchor: 'h-1', level: 2, text: '一、准备' },
      { anchor: 'h-2', level: 3, text: '清单' },
    ]);
    expect(docPictures(doc)).toEqual([7]);
    expect(docWorks(doc)).toEqual([{ kind: 'scheme', id: 3 }]);
    expect(countWords('年会 2026，LED 屏 3 块 don’t')).toBe(9);
    expect(readingMinutes(docOfText('短'))).toBe(1);
    expect(readingMinutes(docOfText('字'.repeat(2_000)))).toBe(5);
  });

  it('says what is missing or too much', () => {
    expect(checkDoc({ blocks: [] })).toBe('请填写正文');
    expect(checkDoc(docOfText('太短'))).toBe('正文至少 20 个字');
    expect(checkDoc(docOfText('够'.repeat(20)))).toBeNull();
    expect(checkDoc(docOfText('多'.repeat(50_001)))).toBe('正文最多 50000 个字');
    const pictures = Array.from({ length: 61 }, (_, i) => ({ type: 'picture' as const, file_id: i + 1, caption: '', alt: '' }));
    expect(checkDoc({ blocks: [paragraph('够'.repeat(20)), ...pictures] })).toBe('正文最多 60 张图片');
  });
});
