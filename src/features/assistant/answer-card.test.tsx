import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AssistantTurn } from '#contract/assistant.ts';
import { AnswerCard } from './AnswerCard.tsx';
import { createAssistantTalk } from './talk.store.ts';

const TURN: AssistantTurn = {
  ...{
    id: 8,
    conversation_id: 1,
    parent_id: 0,
    sought: '',
    company_id: 0,
    tool: '',
    question: '量子 年会',
    input: {},
    state: 'done',
    text: '没有出处的话',
    ...{ edited: 0, unfinished: 0 },
    result: null,
    mark: 'AI 生成',
  },
  ...{ files: [], sources: [], offers: [], nothing_found: 1, reason: '', paid_by: 'free', coins: 0, vote: 0, time: 0 },
};
const { actions } = createAssistantTalk({ tool: '', hooks: { askCoins: async () => false, askTopUp: async () => false } });
const drawn = (over: Partial<AssistantTurn>) => renderToStaticMarkup(<AnswerCard turn={{ ...TURN, ...over }} actions={actions} />);

it('says that nothing was found, of a question and of a tool, and leads to the search and a demand', () => {
  expect(drawn({})).toContain('站内没有找到相关的公开作品');
  const tool = drawn({ tool: 'slogans', question: '口号：星河', input: { theme: '星河' } });
  expect(tool).toContain('没有找到可参考的站内作品');
  expect(tool).toContain(`href="/search?keyword=${encodeURIComponent('星河')}"`);
  expect(tool).toContain('href="/demand/add?answer=8"');
});

it('offers no file of a line that stands in place of an answer', () => {
  for (const words of ['Word', 'PPT', '编辑']) {
    expect(drawn({})).not.toContain(words);
    expect(drawn({ nothing_found: 0 })).toContain(words);
  }
  expect(drawn({ edited: 1 })).toContain('Word');
});

it('says nothing of it beside sources, or where a tool wrote nothing', () => {
  expect(drawn({ nothing_found: 0 })).not.toContain('没有找到');
  expect(drawn({ tool: 'slogans', state: 'failed', text: '', reason: '生成中断' })).not.toContain('没有找到');
});

it('names who wrote it, and shows the price and the plain words of a source', () => {
  expect(drawn({})).toContain('>AI 生成<');
  const source = { n: 1, id: 4, kind: '方案', title: '年会方案', path: '/programme/detail?id=4', cover: '' };
  const cited = drawn({
    mark: '原文摘录',
    text: '- # 三轮抽奖 [1]',
    sources: [{ ...source, excerpt: '# 抽奖\n| 奖 | 数 |', price: '¥39' }],
  });
  for (const words of ['>原文摘录<', '>三轮抽奖 <', '>抽奖\n奖 · 数<', '>方案 · ¥39<']) expect(cited).toContain(words);
  expect(cited).not.toContain('AI 生成');
  expect(drawn({ sources: [{ ...source, excerpt: '' }] })).toContain('>方案<');
});

it('says with what a follow-up was looked for', () => {
  expect(drawn({ sought: '年会 那预算呢' })).toContain('按“年会 那预算呢”查找');
  expect(drawn({})).not.toContain('查找');
});

it('leads to the tools that a question fills in', () => {
  expect(drawn({})).not.toContain('用工具继续');
  expect(drawn({ offers: [{ tool: 'budget', title: '预算表', path: '/ai/morenew?tool=budget&total=80000', asked: 0 }] })).toContain(
    'total=80000',
  );
  const asked = drawn({
    offers: [{ tool: 'budget', title: '预算表', path: '/ai/morenew?tool=budget&total=80000&more=a%0Ab', asked: 1 }],
    nothing_found: 0,
  });
  expect(asked).not.toContain('用工具继续');
  expect(asked).toContain('填好：总预算 80,000 元，补充要求 2 行。');
  expect(asked.indexOf('total=80000')).toBeLessThan(asked.indexOf('没有出处的话'));
});
