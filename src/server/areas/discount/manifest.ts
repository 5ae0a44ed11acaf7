import { discountCalls } from '#contract/discount/calls.ts';
import type { Discount } from '#contract/discount.ts';
import { detailPath } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { itemsById, kindOf } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import {
  type DiscountLine,
  type DiscountRecord,
  discountRows,
  discountSource,
  discountState,
  findOfOwner,
  forgetDiscounts,
  offText,
  saveDiscount,
  stopDiscount,
} from '../../modules/discounts/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { salesByCode } from '../../modules/orders/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';

const worksOf = (ctx: Ctx, rows: ReadonlyArray<{ item_id: number | null }>) =>
  itemsById(
    ctx,
    rows.flatMap(({ item_id }) => item_id || []),
  );

const NOTHING = { used_num: 0, sold_num: 0, sold_fen: 0, off_fen: 0 };

/** Codes as their owner sees them. */
async function shown(ctx: Ctx, rows: readonly DiscountRecord[]): Promise<Discount[]> {
  const works = await worksOf(ctx, rows);
  const sales = await salesByCode(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, code, percent_off, most, per_person, item_id } = row;
    const { used_num, sold_num, sold_fen, off_fen } = sales.get(id) ?? NOTHING;
    const work = item_id === null ? undefined : works.get(item_id);
    return {
      ...{ id, code, percent_off, most, per_person, used_num, sold_num, sold: sold_fen / 100, off: off_fen / 100 },
      ...{ amount: row.amount_fen / 100, min_price: row.min_price_fen / 100, item_id: item_id ?? 0, item: work?.title ?? '' },
      url: work ? new URL(`${detailPath(kindOf(work.kind), work.id)}&code=${encodeURIComponent(code)}`, ctx.app.config.site_url).href : '',
      from: shanghaiDay(row.starts_at),
      to: shanghaiDay(new Date(row.ends_at.getTime() - 1)),
      state: discountState(row, used_num, ctx.app.clock.now()),
      why: row.stopped_reason,
    };
  });
}

const STATES = { on: '未停用', off: '发布者停用', stopped: '平台停用' } as const;
const act = actsOf('review.decide');

/** Codes of all publishers: staff stop one, or let it go on. */
const discountList: StaffList = {
  key: 'discounts',
  title: '发布者优惠码',
  verb: 'review.see',
  source: discountSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'code', title: '优惠码' },
    { key: 'user', title: '发布者' },
    { key: 'off', title: '优惠' },
    { key: 'item', title: '适用' },
    { key: 'used', title: '已用', kind: 'number' },
    { key: 'sold', title: '成交', kind: 'money' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'ends_at', title: '结束', kind: 'time' },
    { key: 'created_at', title: '时间', kind: 'time' },
  ],
  filters: [stateFilter(STATES, { off: 'over', stopped: 'failed' }), ...BY_DAY],
  orders: BY_TIME,
  search: '优惠码、用户编号或手机号',
  people: holderOf,
  actions: [
    act('stop', '停用', '不能再用它下单，已下的订单不变，原因会告诉发布者。', (tx, id, reason) =>
      stopDiscount(tx, Number(id), reason, true),
    ),
    act('resume', '恢复', '可以重新使用。', (tx, id, reason) => stopDiscount(tx, Number(id), reason, false)),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly DiscountLine[];
    const works = await worksOf(ctx, lines);
    const people = await publicUsers(
      ctx,
      lines.map(({ owner_id }) => owner_id),
    );
    const sales = await salesByCode(
      ctx,
      lines.map(({ id }) => id),
    );
    return lines.map((line) => {
      const { id, code, item_id, owner_id, most, state, ends_at, created_at } = line;
      const { used_num, sold_fen } = sales.get(id) ?? NOTHING;
      const work = works.get(item_id);
      return {
        id: String(id),
        href: work ? detailPath(kindOf(work.kind), item_id) : '',
        item: item_id,
        cells: {
          ...{ id, code, ends_at, created_at, off: offText(line), state: STATES[state], sold: sold_fen / 100, used: used_num },
          item: `${work?.title ?? '全部作品与门票'}${most > 0 ? `，限 ${most} 次` : ''}`,
          user: people.get(owner_id).nickname,
        },
      };
    });
  },
};

/** Codes by which publishers sell for less. */
export const discountArea: Manifest = {
  name: 'discount',
  endpoints: [
    serve(discountCalls.list, async (ctx, { page, limit }) => {
      const { rows, total } = await findOfOwner(ctx.db, requireUser(ctx), { offset: (page - 1) * limit, limit });
      return { list: await shown(ctx, rows), total, page, limit };
    }),
    serve(discountCalls.save, async (ctx, input) => (await shown(ctx, [await saveDiscount(ctx, input)]))[0] as Discount),
  ],
  staff_lists: [discountList],
  personal: { files: { 发布者优惠码: discountRows }, forget: [forgetDiscounts] },
};
