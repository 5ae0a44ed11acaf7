import { expect, it } from 'vitest';
import { helpFor } from './site-help.ts';

it('quotes the help centre where a question is about the site, and knows events that name the same words', async () => {
  for (const [question, path, line] of [
    ['怎么退款', '/about/guideReaders#退款', /自助退款/],
    ['会员多少钱一年', '/about/vipIntroduce', /几种会员/],
    ['积分怎么用', '/about/points', /每日签到/],
    ['怎么开发票', '/about/guideReaders#发票', /申请/],
    ['收益怎么提现', '/about/guidePublishers#提现', /提现/],
  ] as const) {
    const help = await helpFor(question);
    expect([question, help?.sources[0]?.path, help?.text]).toEqual([question, path, expect.stringMatching(line)]);
    expect(help?.text).not.toMatch(/\]\(|\*\*/);
  }
  for (const question of ['积分兑换活动怎么做', '会员日方案推荐', '客户退款投诉的现场怎么安抚', '年会签到怎么设计'])
    expect([question, await helpFor(question)]).toEqual([question, null]);
});
