import type { ItemCard } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, getItem, type Item, recommendItems } from '../modules/catalog/index.ts';

/** Two rows of five. */
const NEAR = 10;

export interface GoneScreen {
  id: number;
  kind: KindFacts;
  /** False: its publisher changes it or staff look at it, so it may come back. */
  ended: boolean;
  /** Works of the kind that are most like it. */
  near: ItemCard[];
}

/** What was public once and is not now. Nothing of it is named: it may have left for what it said. */
const left = (kind: KindFacts, item: Item | null): item is Item =>
  item !== null && item.kind === kind.code && item.published_at !== null && item.status !== 'published';

export async function wasShown(ctx: Ctx, kind: KindFacts, id: number): Promise<boolean> {
  return left(kind, await getItem(ctx, id));
}

/** What stands in the place of a work that left; null: there was none. */
export async function goneScreen(ctx: Ctx, kind_key: string | null, asked: string | null): Promise<GoneScreen | null> {
  const kind = allKinds().find(({ key }) => key === kind_key);
  if (!kind || !/^[1-9]\d{0,14}$/.test(asked ?? '')) return null;
  const item = await getItem(ctx, Number(asked));
  if (!left(kind, item)) return null;
  return {
    id: item.id,
    kind,
    ended: item.status === 'taken_down',
    near: await recommendItems(ctx, kind, { id: item.id, item, limit: NEAR }),
  };
}

/** What its page says. */
export function goneText({ kind, ended }: Pick<GoneScreen, 'kind' | 'ended'>): { title: string; hint: string } {
  const it = `这${kind.measure}${kind.noun}`;
  if (!ended) return { title: `${it}暂时看不到`, hint: '发布者正在修改，或平台正在复核，过后可能会恢复。' };
  return { title: `${it}已下架`, hint: kind.sale ? '买过的在个人中心照常使用。' : '发布者或平台已将它下架。' };
}
