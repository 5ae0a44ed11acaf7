import { expect, it } from 'vitest';
import { offeredTools, type Said, saidAfter } from './offered-tools.ts';

const now = new Date('2026-11-29T04:00:00Z');
const saidIn = (questions: string[]) => questions.reduce<Said | null>((before, question) => saidAfter(before, question, now), null) as Said;
const offered = (questions: string | string[], nothing = false) =>
  Object.fromEntries(
    offeredTools(saidIn([questions].flat()), nothing).map(({ tool, path }) => {
      const { tool: _same, ...input } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
      return [tool, input];
    }),
  );

it('offers outline and budget filled in where people or money are named, and nothing else', () => {
  expect(offered('300 人年会，预算 8 万')).toEqual({
    outline: { activity: '年会', people: '300' },
    budget: { activity: '年会', people: '300', total: '80000' },
  });
  expect(offered('五万块能办婚礼吗')).toEqual({ outline: { activity: '婚礼' }, budget: { activity: '婚礼', total: '50000' } });
  expect(offered('婚礼下雨了怎么办')).toEqual({});
});

it('fills in what the whole branch said, the newest of each', () => {
  expect(offered(['三百人的年会怎么办', '改成五百人，户外的', '那预算呢'])).toEqual({ budget: { activity: '年会', people: '500' } });
  expect(offered(['三百人的年会怎么办', '换成户外的', '风险有哪些'])).toEqual({
    risks: { activity: '年会', people: '300', place: '户外' },
  });
});

it('takes a day as it comes next, and offers the list of what is to be done', () => {
  expect(offered('12月20日的团建')).toEqual({ checklist: { activity: '团建', days: '21' } });
  expect(offered('3 月 1 号的团建')).toEqual({ checklist: { activity: '团建', days: '92' } });
  expect(offered('2024年3月1日的团建').checklist).toEqual({ activity: '团建' });
  expect(offered('13月40日的团建，2月30日')).toEqual({});
  expect(offered(['12月20日的开业', '海报怎么写'])).toEqual({ poster: { date: '12月20日' } });
});

it('leads to the tools where nothing was found, if anything was said that a form takes', () => {
  expect(offered('婚礼下雨了怎么办', true)).toEqual({ outline: { activity: '婚礼' }, budget: { activity: '婚礼' } });
  expect(offered('量子纠缠的数学原理', true)).toEqual({});
});

it('reads other words for an activity, parts of one only where none is named', () => {
  const activities = (...questions: string[]) => offered([...questions, '预算呢']).budget?.['activity'];
  expect(activities('六岁孩子的生日会怎么办')).toBe('生日派对');
  expect(activities('客户答谢会怎么办')).toBe('答谢晚宴');
  expect([activities('马拉松要多少医疗点'), activities('篮球比赛怎么办')]).toEqual(['赛事', '赛事']);
  expect([activities('年会晚宴的座位怎么排'), activities('年会怎么办', '晚宴的座位怎么排')]).toEqual(['年会', '年会']);
  expect(activities('年会怎么办', '孩子的生日会呢')).toBe('生日派对');
});
