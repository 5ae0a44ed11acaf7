import { expect, it } from 'vitest';
import { TOOL_KEYS } from '#contract/assistant-tools.ts';
import { offeredTools, orderedTools, type Said, saidAfter } from './offered-tools.ts';

const now = new Date('2026-11-29T04:00:00Z');
const saidIn = (questions: string[]) =>
  questions.reduce<Said | null>((before, question) => saidAfter(before, question, [], now), null) as Said;
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

it('puts the tool first whose work is to be made, filled in with what files say; the question goes before them', () => {
  const said = saidAfter(
    null,
    '根据简报列一个大纲，按三百人',
    [{ people: '240', total: '450000', city: '杭州', venue: '云栖', place: '室内', date: '12月20日' }],
    now,
  );
  const [first, ...others] = offeredTools(said, false);
  expect(first).toMatchObject({ tool: 'outline', asked: 1 });
  expect(Object.fromEntries(new URLSearchParams(first?.path.split('?')[1]))).toEqual({ tool: 'outline', people: '300', city: '杭州' });
  expect(others.map(({ tool, asked }) => [tool, asked])).toEqual([
    ['budget', 0],
    ['checklist', 0],
  ]);
  const poster = offeredTools(saidAfter(said, '做一张海报', [], now), false)[0];
  expect(poster?.path).toContain(`place=${encodeURIComponent('云栖')}`);
  expect(offered('列一个大纲')).toEqual({ outline: {} });
});

const ORDERS: Record<(typeof TOOL_KEYS)[number], readonly string[]> = {
  outline: ['大纲', '提纲', '框架', '结构', '策划案'],
  budget: ['预算', '费用表', '报价单', '花费明细', '成本表'],
  rundown: ['流程', '议程', '时间表', '日程', '时间轴', 'rundown'],
  checklist: ['执行清单', '待办', '任务表', '分工表', '工作计划'],
  risks: ['风险预案', '应急预案', '应急方案', '雨天方案'],
  slogans: ['口号', '标语', 'slogan', '宣传语'],
  email: ['邮件', 'email', '信函'],
  poster: ['海报', '海报文案', '宣传单'],
};
const all = TOOL_KEYS.flatMap((tool) => ORDERS[tool].map((word) => [tool, word] as const));
it.each(all)('%s is asked for by %s, however it is asked', (tool, word) => {
  for (const order of [
    `根据简报列一个${word}`,
    `帮我做一份年会的${word}`,
    `按附件写${word}`,
    `${word}`,
    `能帮我出一份${word}吗`,
    `给我一份${word}`,
    `把文件整理成${word}`,
  ])
    expect([order, ...orderedTools(order)]).toEqual([order, tool]);
});
it.each(all)('%s is not asked for by a question about %s', (_tool, word) => {
  for (const question of [
    `年会的${word}怎么做`,
    `做${word}要多久`,
    `有没有${word}模板`,
    `${word}里要写什么`,
    `那${word}呢`,
    `推荐几个${word}`,
    `简报里的${word}是多少`,
  ])
    expect([question, ...orderedTools(question)]).toEqual([question]);
});
it.each(['系列活动的结构', '演出流程', '总预算', '安排流程彩排', '婚礼下雨了怎么办', '团建去哪里好'])('%s asks for no tool', (question) =>
  expect(orderedTools(question)).toEqual([]),
);
