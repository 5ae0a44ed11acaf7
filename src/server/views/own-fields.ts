import type { ItemPublic, PptDetail, VipBuyActivity } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { getSetting } from '../modules/settings/index.ts';

type OwnFields = (ctx: Ctx, part: ItemPublic) => Promise<object>;

/** What the detail calls of some kinds say beyond what all do, the same for every reader. */
const OWN: Readonly<Record<string, OwnFields>> = {
  async [KINDS.ppt.key](ctx, part): Promise<Pick<PptDetail, 'tags' | 'style' | 'scene' | 'vip_buy_activity'>> {
    const name = (key: string) => part.terms.find((term) => term.key === key)?.name ?? '';
    return {
      tags: part.tagsList.map((tag) => tag.name).join(','),
      style: name('style'),
      scene: name('scene'),
      vip_buy_activity: await pptVipActivity(ctx),
    };
  },
};

export function ownFields(ctx: Ctx, kind: KindFacts, part: ItemPublic): Promise<object> {
  return OWN[kind.key]?.(ctx, part) ?? Promise.resolve({});
}

/** What the operator advertises on PPT details, until its deadline. */
export async function pptVipActivity(ctx: Ctx): Promise<VipBuyActivity | null> {
  const activity = await getSetting(ctx, 'ppt_vip_buy_activity');
  return activity.deadline * 1000 > ctx.app.clock.now().getTime() ? activity : null;
}
