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

it('goes on with the matter that the help centre answered, leaves events alone, and knows the site in people’s own words', async () => {
  const more = await helpFor('收款账户怎么填', { last: '收益怎么提现' });
  expect([more?.sources.map(({ path }) => path), more?.text]).toEqual([['/about/guidePublishers#提现'], expect.stringContaining('收款')]);
  expect(await helpFor('舞台多高', { last: '收益怎么提现' })).toBeNull();
  expect(await helpFor('办音乐节噪音被投诉怎么办', { names_event: true })).toBeNull();
  for (const [question, path] of [
    ['我自己写的方案想放上来卖，怎么弄', '/about/publishing'],
    ['你们抽多少', '/about/guidePublishers#提现'],
    ['会员一年多少钱', '/about/vipIntroduce'],
    ['注册了收不到验证码', '/about/problem'],
  ] as const)
    expect([question, (await helpFor(question))?.sources[0]?.path]).toEqual([question, path]);
  expect((await helpFor('收不到验证码怎么办'))?.text).toContain('收不到验证码怎么办？先看手机号');
});

it('says whom to ask where what only this site has is asked and no text answers', async () => {
  for (const [question, line] of [
    ['作品可以修改价格吗', /提交后读者才会看到/],
    ['怎么联系卖家', /点“发消息”/],
    ['签到怎么领猫币', /得到的是积分/],
    ['PPT打不开', /WPS/],
  ] as const) {
    const help = await helpFor(question);
    expect([question, help?.sources.length, help?.text]).toEqual([question, 1, expect.stringMatching(line)]);
  }
  expect((await helpFor('我的收藏能分组吗'))?.text).toMatch(/最接近的几句|请联系客服/);
  expect((await helpFor('买家会看到我的实名吗'))?.text).toMatch(/最接近的几句|请联系客服/);
  // words of the site that the trade has as well
  for (const question of [
    '签到怎么设计不排队',
    '视频怎么剪',
    '卖家具的店送什么',
    '冠名和权益怎么绑定',
    '商用厨房怎么租',
    '参赛作品怎么评',
    '设计作品报价',
  ])
    expect([question, await helpFor(question)]).toEqual([question, null]);
});
