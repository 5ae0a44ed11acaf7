import { z } from 'zod';
import type { Ctx } from '../../app/ctx.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import type { Limits } from './rules.ts';

const most = z.int().min(0).max(1_000);

export const offersPlain = defineSetting('offers_a_day', most.meta({ unit: '条' }).default(3), {
  group: '合作与沟通',
  title: '每日报价数',
  about: '没有会员的用户每天（北京时间）可以为多少条新需求报价；修改已有的报价不计。',
});

export const offersMember = defineSetting('offers_a_day_member', most.meta({ unit: '条' }).default(10), {
  group: '合作与沟通',
  title: '每日报价数：会员',
  about: '持有任一会员的用户每天可以为多少条新需求报价。',
});

export const offersBidding = defineSetting('offers_a_day_bidding', most.meta({ unit: '条' }).default(30), {
  group: '合作与沟通',
  title: '每日报价数：竞标会员',
  about: '竞标会员与全站会员每天可以为多少条新需求与招标报价。',
});

export async function limitsOf(ctx: Ctx): Promise<Limits> {
  return {
    plain: await getSetting(ctx, offersPlain),
    member: await getSetting(ctx, offersMember),
    bidding: await getSetting(ctx, offersBidding),
  };
}
