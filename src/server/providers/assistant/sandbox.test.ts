import { expect, it } from 'vitest';
import { createSandboxAssistant } from './sandbox.ts';

const work = { n: 1, kind: '方案', title: '小而美年会', text: '三轮抽奖，全员合唱，彩带与烟火。奖项与颁奖安排在八点。', own: false };
async function says(question: string, sources: Array<typeof work>): Promise<string> {
  const wish = { tool: '' as const, question, input: {}, history: [], sources, sought: `年会 ${question}`, attempt: 0, max_tokens: 1_000 };
  let text = '';
  for await (const part of createSandboxAssistant({ pace_ms: 0 }).answer(wish, new AbortController().signal)) {
    if (part.is === 'text') text += part.text;
  }
  return text;
}

it('says when no passage holds a word of the question, asking itself being none', async () => {
  expect(await says('抽奖怎么安排', [work])).toContain('找到了这些内容');
  expect(await says('那预算怎么分', [work])).toContain('没有在公开作品里找到直接回答这个问题的文字');
  expect(await says('需要多少人', [{ ...work, text: '需要多少人由您决定，参考如何可以。' }])).toContain('没有在公开作品里找到');
  expect(await says('那预算怎么分', [{ ...work, own: true }])).toContain('从您的文件里找到了');
});

it('quotes no sentence of a work that holds nothing of the question or its subject', async () => {
  const text = '过去一年，团队从三地走到一起。预算按场地六成、餐饮三成来定。感谢各位同事的陪伴。';
  const answer = await says('预算怎么分配', [{ ...work, text }]);
  expect(answer.match(/^- .+$/gm)).toEqual(['- 预算按场地六成、餐饮三成来定 [1]']);
});

it('puts the works first that hold what few hold, reads 下雨 in 雨天 of a title, and takes no 一个 for a word', async () => {
  const works = [
    { ...work, title: '小而美年会（含预算）', text: '过去一年，团队从三地走到一起。每桌放一个任务信封。' },
    { ...work, n: 2, title: '年会报价单', text: '年会预算按场地六成、餐饮三成来定。' },
    { ...work, n: 3, title: '草坪婚礼，雨天怎么写', text: '雨备在同一视线里。搬三十张桌子要四十分钟。' },
  ];
  const budget = await says('年会预算怎么分配', works);
  expect(budget.indexOf('《年会报价单》')).toBeLessThan(budget.indexOf('《小而美年会（含预算）》'));
  expect(await says('婚礼下雨了怎么办', works)).toContain('- 雨备在同一视线里 [3]');
  expect(await says('给我一个比例', works)).not.toContain('信封');
});

it('looks for the beginning of a very long question alone', async () => {
  const long = Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('');
  expect(await says(`${long} 颁奖`, [work])).not.toContain('颁奖安排在八点');
  expect(await says(`颁奖 ${long}`, [work])).toContain('颁奖安排在八点');
});
