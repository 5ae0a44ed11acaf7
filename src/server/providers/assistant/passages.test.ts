import { describe, expect, it } from 'vitest';
import { LEAST, pairsOf, rankPassages } from './passages.ts';
import type { AboutWord } from './port.ts';

const article = (title: string, ...lines: string[]) => ({
  kind: '文章',
  title,
  text: ['怎么办、花多少', ...lines].join('\n'),
  of_no_event: false,
});
const word = (is: AboutWord['is'], ...words: string[]): AboutWord => ({ words, parts: [], is });
const others = Array.from({ length: 8 }, (_, at) => article(`第 ${at} 类活动`, '现场要有一名总负责的人。', '音响提前四小时试。'));

const best = (question: string, about: AboutWord[], works: ReturnType<typeof article>[]) => {
  const [first] = rankPassages({ question, about }, [...others, ...works]).found;
  return { title: first?.work.title, ...first?.passages[0] };
};

describe('lines of works beside a question', () => {
  it('finds the line that says it in a work about something else', () => {
    const forum = article('行业论坛筹备', '同传译员两人一组，每二十分钟轮换。', '论坛提前三个月启动。');
    const rent = { ...article('同声传译设备', '接收机一千只。'), kind: '资源' };
    expect(best('同声传译要几个译员', [word('own', '同声传译', '同传'), word('own', '译员')], [forum, rent])).toMatchObject({
      ...{ title: '行业论坛筹备', text: '同传译员两人一组，每二十分钟轮换', is_outright: true },
    });
  });

  it('counts what the question before asked of, and takes no answer about another matter for one', () => {
    const forum = article('行业论坛筹备', '论坛的同传设备按外宾人数的一点二倍备。');
    const live = article('直播间', '入门的设备是一部手机和一个三脚架。');
    const about = [word('own', '设备'), word('before', '同声传译', '同传')];
    expect(best('设备怎么租', about, [live, forum])).toMatchObject({ title: '行业论坛筹备', is_outright: true });
    const [, second] = rankPassages({ question: '设备怎么租', about }, [...others, live, forum]).found;
    expect(second?.passages[0]).toMatchObject({ text: '入门的设备是一部手机和一个三脚架', is_outright: false });
  });

  it('answers outright only of the place that is named, in a work about the event, and in no summary of it', () => {
    const show = article('参加展会', '参展报批要提前二十天。', '里面有：报批与清单');
    const of_city = [word('event', '展会', '参展'), word('own', '报批'), { ...word('weak', '深圳'), is_place: true as const }];
    expect(best('深圳展会报批', of_city, [show])).toMatchObject({ text: '参展报批要提前二十天', is_outright: false });
    expect(best('展会报批', of_city.slice(0, 2), [show])).toMatchObject({ text: '参展报批要提前二十天', is_outright: true });
    const { found } = rankPassages({ question: '展会报批', about: of_city.slice(0, 2) }, [...others, show]);
    expect(found[0]?.passages.filter(({ text }) => text.includes('里面有'))).toMatchObject([{ is_outright: false, is_summary: true }]);
  });

  it('puts the form of the answer first: an amount, a gift, a permit, a size', () => {
    const shop = article(
      '新店开业',
      '开业第一天排了一百人。',
      '送什么礼：开业赠品选三到八元的杯套。',
      '预算多少：开业活动在 3,000 到 15,000 元。',
      '开业的拱门先问城管。',
      '开业的背景板做四米宽。',
    );
    for (const [question, text] of [
      ['开业送什么', /赠品/],
      ['开业多少钱', /15,000/],
      ['开业要不要报批', /城管/],
      ['开业背景做多大', /四米/],
    ] as const)
      expect([question, best(question, [word('event', '开业')], [shop]).text]).toEqual([question, expect.stringMatching(text)]);
  });

  it('finds by pairs of signs what is said in other words, and calls what no work says no answer', () => {
    const meal = article('会议餐', '自助餐每六十人设一条双面餐线。');
    expect(pairsOf('两百人要几条取餐线')).toEqual(['条取', '取餐', '餐线']);
    expect(best('两百人要几条取餐线', [word('own', '取餐线')], [meal])).toMatchObject({ title: '会议餐', is_outright: false });
    expect(best('摇臂怎么架', [word('own', '摇臂')], [meal]).score ?? 0).toBeLessThan(LEAST);
  });
});
