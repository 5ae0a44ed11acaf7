import { z } from 'zod';
import type { ItemPublic, PptDetail, VipBuyActivity } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { pptCalls } from '#contract/ppt/calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { defineSetting, getSetting } from '../../modules/settings/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import type { Manifest } from '../manifest.ts';

export const pptEndpoints = [
  serve(pptCalls.detail, (ctx, { id }) => readDetail(ctx, KINDS.ppt, id)),
  serve(pptCalls.related, async (ctx, { data_id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KINDS.ppt, { id: data_id, page, limit })),
    page,
    limit,
  })),
];

export const pptVipBuyActivity = defineSetting(
  'ppt_vip_buy_activity',
  z
    .object({
      detail_icon: z
        .string()
        .max(300)
        .regex(/^$|^\/[^/\\]/)
        .meta({ title: '图片路径' }),
      deadline: z.int().min(0).meta({ title: '截止时间（Unix 秒）' }),
    })
    .default({ detail_icon: '', deadline: 0 }),
  { group: '交易', title: 'PPT 会员活动', about: 'PPT 详情页上的活动：本站图片的路径，与截止时间（Unix 秒，0 为不显示）。' },
);

/** What the detail call of a PPT template says beyond what all do. */
export async function pptFields(ctx: Ctx, part: ItemPublic): Promise<Pick<PptDetail, 'tags' | 'style' | 'scene' | 'vip_buy_activity'>> {
  const name = (key: string) => part.terms.find((term) => term.key === key)?.name ?? '';
  return {
    tags: part.tagsList.map((tag) => tag.name).join(','),
    style: name('style'),
    scene: name('scene'),
    vip_buy_activity: await pptVipActivity(ctx),
  };
}

/** What the operator advertises on PPT details, until its deadline. */
export async function pptVipActivity(ctx: Ctx): Promise<VipBuyActivity | null> {
  const activity = await getSetting(ctx, pptVipBuyActivity);
  return activity.deadline * 1000 > ctx.app.clock.now().getTime() ? activity : null;
}

export const pptArea: Manifest = {
  name: 'ppt',
  endpoints: pptEndpoints,
  settings: [pptVipBuyActivity],
  own_fields: { [KINDS.ppt.key]: pptFields },
};
