import { expect, it } from 'vitest';
import type { ItemCard } from '#contract/item.ts';
import { type AskedOfShown, askedOfShown, factsOfCards } from './works-shown.ts';

const asked = (question: string, of_list = false, before: AskedOfShown | null = null) =>
  askedOfShown(question, { of_list, count: 3, before });
const ALL = ['价格', '页数', '格式', '发布者', '评分', '下载', '发布日期'];

it('asks a fact of works by their number, all of them or the one that has most of it', () => {
  for (const [question, places, facts, says] of [
    ['第一个多少钱', [0], ['价格']],
    ['第2份能编辑吗？', [1], ['格式']],
    ['最后一个贵吗', [2], ['价格']],
    ['前两个对比一下', [0, 1], ALL],
    ['它们都是谁做的', null, ['发布者']],
    ['这个多少钱', null, ['价格']],
    ['哪个最便宜', null, ['价格'], '价格最低'],
    ['哪份页数最多', null, ['页数'], '页数最多'],
    ['哪个下载最多', null, ['下载'], '下载最多'],
    ['最新的是哪个', null, ['发布日期'], '发布最晚'],
    ['哪个评分高', null, ['评分'], '评分最高'],
    ['哪个更合适', null, ALL],
    ['哪个最好', null, ALL],
    ['这几份有什么区别', null, ALL],
    ['多少页', null, ['页数']],
    ['什么格式的', null, ['格式']],
  ] as const)
    expect([question, asked(question)]).toEqual([
      question,
      expect.objectContaining({ places, facts, ...(says && { most: expect.objectContaining({ says }) }) }),
    ]);
});

it('asks what stands in a work by its number or its noun', () => {
  for (const [question, places, rest] of [
    ['第一个适合户外吗', [0], '适合户外吗'],
    ['第二份里面有预算表吗', [1], '里面有预算表吗'],
    ['这份方案适合多少人', null, '适合多少人'],
    ['刚才那个方案有流程吗', null, '有流程吗'],
    ['第三个讲的是什么', [2], ''],
  ] as const)
    expect([question, asked(question)]).toEqual([question, expect.objectContaining({ places, facts: [], rest })]);
  expect([asked('这个适合多少人', true)?.rest, asked('这个适合多少人')]).toEqual(['适合多少人', null]);
  // again what was asked of the one before
  expect(asked('第二个呢', false, asked('第一个多少钱'))).toMatchObject({ places: [1], facts: ['价格'] });
});

it('takes what is asked of an event for no question about works', () => {
  for (const question of [
    ...['要花多少钱', '那预算呢', '提前多久', '第一个环节做什么', '这个活动要多少人', '哪个环节最重要', '哪家酒店便宜', '人均多少钱'],
    ...['哪个时间好', '换成团建呢', '有没有便宜点的', '还有别的吗', '第一次办年会要注意什么', '第三部分写什么', '主持人多少钱'],
  ])
    expect([question, asked(question), asked(question, true)]).toEqual([question, null, null]);
  // a price alone is that of works that were asked for
  expect([asked('多少钱'), asked('多少钱', true)?.facts]).toEqual([null, ['价格']]);
});

it('says facts as cards do, the most or least of them first, what has no figure last', () => {
  const card = {
    id: 1,
    kind: 'scheme',
    price: 19,
    vip_only: false,
    pages: 10,
    unit: '页',
    format: 'pptx',
    download_num: 3,
    published_at: 1_790_000_000,
  } as ItemCard;
  const cards = [card, { ...card, id: 2, price: 0 }, { ...card, id: 3, vip_only: true }, { ...card, id: 4, price: 0, pages: 0 }];
  const least = factsOfCards(cards, { facts: ['价格', '页数'], most: { name: '价格', says: '价格最低', is: 'least' } });
  expect(least.map(({ card: { id }, facts, is_most }) => [id, facts.map(({ value }) => value).join(), is_most])).toEqual([
    [2, '免费,10 页', true],
    [4, '免费', true],
    [1, '¥19,10 页', false],
    [3, '会员可用,10 页', false],
  ]);
});
