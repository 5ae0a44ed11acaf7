import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choosePassages,
  cleanDeep,
  cleanText,
  coinsFor,
  createSentences,
  deliveredTokens,
  markOf,
  readJson,
  rememberedTurns,
  settledCoins,
  tokensOf,
} from './rules.ts';

it('the mark of a model is on all but what the sandbox wrote', () => {
  const said = (model: string, tool: string, text: string) => markOf({ model, tool, text });
  for (const model of ['qwen-plus', '']) expect([said(model, '', '见 [1]'), said(model, 'budget', '表')]).toEqual(['AI 生成', 'AI 生成']);
  expect(['', '见 [1]', '您好'].map((text) => said('sandbox', '', text))).toEqual(['原文摘录', '原文摘录', '演示助手']);
  expect(said('sandbox', 'budget', '表')).toBe('按模板生成');
});

describe('what a model says', () => {
  it.each([
    ['点[这里](https://evil.example/a)看', '点这里看'],
    ['![图](https://evil.example/x.png)之后', '之后'],
    ['<script>alert(1)</script>正文', '正文'],
    ['<img src=x onerror=alert(1)>正文<b>粗</b>', '正文粗'],
    ['去 https://evil.example/?q=1 看', '去 （链接已移除） 看'],
    ['javascript:alert(1)', '（链接已移除）'],
    ['www.evil.example 欢迎', '（链接已移除） 欢迎'],
    ['人数 < 100 且 > 50', '人数 < 100 且 > 50'],
    ['引用 [1] 与 **重点**', '引用 [1] 与 **重点**'],
  ])('%s', (said, shown) => {
    expect(cleanText(said)).toBe(shown);
  });

  it('is cleaned wherever it stands in a result', () => {
    expect(cleanDeep({ a: ['[x](http://e.example)'], b: 3, c: { d: '<i>y</i>' } })).toEqual({ a: ['x'], b: 3, c: { d: 'y' } });
  });

  it('comes in sentences, none lost and none twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('年', '会', '。', '！', '\n', 'a', '?') })), (pieces) => {
        const sentences = createSentences();
        const told = pieces.flatMap((piece) => sentences.push(piece));
        expect([...told, sentences.rest()].join('')).toBe(pieces.join(''));
        expect(told.every((sentence) => /[。！？!?\n]$/.test(sentence) || sentence.length === 400)).toBe(true);
      }),
    );
  });

  it('holds JSON also within words and code blocks', () => {
    expect(readJson('好的：```json\n{"a":1}\n```')).toEqual({ a: 1 });
    expect(readJson('没有')).toBeNull();
    expect(readJson('{坏的}')).toBeNull();
  });
});

describe('money', () => {
  it('is nothing unless something was delivered, and never more than was reserved', () => {
    for (const state of ['failed', 'cut', 'refused'] as const) {
      expect(settledCoins({ state, output_tokens: 9_000, per_thousand: 5, coins_max: 50 })).toBe(0);
    }
    expect(settledCoins({ state: 'done', output_tokens: 1_001, per_thousand: 1, coins_max: 3 })).toBe(2);
    expect(settledCoins({ state: 'stopped', output_tokens: 1, per_thousand: 1, coins_max: 3 })).toBe(1);
    expect(settledCoins({ state: 'done', output_tokens: 1e9, per_thousand: 5, coins_max: 3 })).toBe(3);
    expect(coinsFor(0, 9)).toBe(0);
  });

  it('goes by what came, also where a server counts too much or not at all', () => {
    const text = '年会流程安排'.repeat(10);
    expect(deliveredTokens(null, text)).toBe(tokensOf(text));
    expect(deliveredTokens(20, text)).toBe(20);
    expect(deliveredTokens(1_000_000, text)).toBeLessThan(200);
  });
});

describe('what is remembered', () => {
  const turns = [1, 2, 3].map((n) => ({ question: `第${n}问`, answer: '答'.repeat(100) }));
  const one = tokensOf('第1问') + tokensOf('答'.repeat(100));
  it('is whole turns, the oldest left out first', () => {
    expect(rememberedTurns(turns, one * 3)).toEqual(turns);
    expect(rememberedTurns(turns, one * 3 - 1)).toEqual(turns.slice(1));
    expect(rememberedTurns(turns, one)).toEqual(turns.slice(2));
    expect(rememberedTurns(turns, 0)).toEqual([]);
  });
  it('is the question alone of a last answer that is too long, and never what stands before it', () => {
    expect(rememberedTurns(turns, one - 1)).toEqual([{ question: '第3问', answer: expect.stringContaining('没有带上') }]);
  });
});

describe('passages of files', () => {
  const pages = (n: number, chars: number) => Array.from({ length: n }, (_, at) => ({ at: `第 ${at + 1} 页`, text: '字'.repeat(chars) }));
  it('are all where they fit, in their order', () => {
    expect(choosePassages([pages(2, 10), pages(1, 10)], '预算').map(({ file, at }) => [file, at])).toEqual([
      [0, '第 1 页'],
      [0, '第 2 页'],
      [1, '第 1 页'],
    ]);
  });
  it('are else those that hold the most of the question, the first of each file always', () => {
    const long = pages(40, 1_400);
    long[30] = { at: '第 31 页', text: '灯光预算八千元' };
    const chosen = choosePassages([long, pages(3, 1_400)], '灯光预算多少');
    expect(chosen.map(({ file, at }) => `${file} ${at}`)).toEqual(expect.arrayContaining(['0 第 1 页', '0 第 31 页', '1 第 1 页']));
    expect(chosen.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(9_000);
    expect(choosePassages([pages(100, 5)], '').length).toBe(12);
  });
});
