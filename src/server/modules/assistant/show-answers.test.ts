import { expect, it } from 'vitest';
import { offeredTools } from './show-answers.ts';

const filled = (question: string) =>
  offeredTools(question).map(({ tool, path }) => [tool, Object.fromEntries(new URLSearchParams(path.split('?')[1]))]);

it('offers outline and budget filled in where people or money are named, and nothing else', () => {
  expect(filled('300 人年会，预算 8 万')).toEqual([
    ['outline', { tool: 'outline', activity: '年会', people: '300' }],
    ['budget', { tool: 'budget', activity: '年会', people: '300', total: '80000' }],
  ]);
  expect(filled('五万块能办婚礼吗')).toEqual([
    ['outline', { tool: 'outline', activity: '婚礼' }],
    ['budget', { tool: 'budget', activity: '婚礼', total: '50000' }],
  ]);
  expect(offeredTools('婚礼下雨了怎么办')).toEqual([]);
});
