import type { OwnCoupon, OwnCoupons } from '#contract/center.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { amountText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { ExchangeCode } from '../coupon/ExchangeCode.tsx';
import { COUPON_TABS, loadCoupons } from './own-lists.ts';

const TITLES = { unused: '未使用', used: '已使用', ended: '已过期' } as const;
type CouponTab = (typeof COUPON_TABS)[number];

/** 我的优惠券: coupons and vouchers with what they are good for. */
export default function CouponsIsland() {
  const { list, state } = useOwnList<OwnCoupons>(COUPON_TABS, loadCoupons);
  const counts = state.data?.counts;
  const tabs = COUPON_TABS.map((key, at) => ({ key, title: counts ? `${TITLES[key]} ${counts[at as 0 | 1 | 2]}` : TITLES[key] }));
  const current = state.tab as CouponTab;
  return (
    <div className="panel p-4 sm:p-6">
      <ExchangeCode onGot={() => void list.actions.reload()} />
      <Tabs label="优惠券状态" tabs={tabs} current={current} onChange={(tab) => list.actions.choose({ tab })}>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: OwnCoupon) => `${row.sort}-${row.id}`}
          empty={{
            title: `没有${TITLES[current]}的优惠券`,
            hint: '优惠券与下载券到账后会出现在这里，购买时自动可选。',
            children: (
              <a className="btn btn-primary" href="/integral">
                用积分兑换
              </a>
            ),
          }}
        >
          {(row) => <CouponRow row={row} current={current} />}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}

/** By percent: 8 折; ten times what is left. */
function worthText({ sort, price, percent_off }: OwnCoupon): string {
  if (sort === 'voucher') return '免费';
  return percent_off > 0 ? `${(100 - percent_off) / 10} 折` : `¥${amountText(price)}`;
}

function CouponRow({ row, current }: { row: OwnCoupon; current: CouponTab }) {
  const usable = current === 'unused' && !row.held;
  return (
    <div className="flex flex-wrap items-center gap-4 py-4">
      <p className={`num w-20 shrink-0 sm:w-28 text-center text-xl font-semibold ${current === 'unused' ? 'text-primary' : 'text-muted'}`}>
        {worthText(row)}
      </p>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{row.title}</p>
        <p className="num text-xs text-muted">
          {row.sort === 'voucher'
            ? `可兑换任意一${row.measure}${row.noun}`
            : `${row.noun}可用，${row.min_price > 0 ? `满 ¥${amountText(row.min_price)} 使用` : '无门槛'}${row.percent_off > 0 ? `，最多减 ¥${amountText(row.price)}` : ''}`}
          ，{current === 'ended' ? '已于' : ''}
          {timeText(row.use_end_time)}
          {current === 'ended' ? '过期' : ' 前有效'}
        </p>
        {row.held && <p className="text-xs text-primary">待支付的订单正在使用，关闭订单后退回</p>}
      </div>
      {usable && (
        <a className="btn btn-outline btn-sm border-line" href={row.url}>
          去使用
        </a>
      )}
    </div>
  );
}
