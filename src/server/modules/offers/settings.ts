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
  about: '竞标会员与全站会员每天可以为多少条新需求报价、为多少条招标投标。',
});

export const stageShare = defineSetting('stage_share_bp', z.int().min(0).max(10_000).meta({ unit: 'bp' }).default(9_500), {
  group: '交易',
  title: '合作款分成比例',
  about: '经平台托管的合作款放款时，接单方得到的比例，其余为平台服务费；已经支付的阶段按支付时的比例。',
  moves_money: true,
});

export const stageReleaseDays = defineSetting('stage_release_days', z.int().min(1).max(60).meta({ unit: '天' }).default(7), {
  group: '交易',
  title: '合作款自动放款天数',
  about: '接单方点“已交付”后，发布者在这些天里没有放款、没有请对方修改、也没有提出争议的，自动放款；修改后再次交付的重新计算。',
  moves_money: true,
});

export async function limitsOf(ctx: Ctx): Promise<Limits> {
  return {
    plain: await getSetting(ctx, offersPlain),
    member: await getSetting(ctx, offersMember),
    bidding: await getSetting(ctx, offersBidding),
  };
}
