import { useStore } from '@nanostores/react';
import { CircleCheck, CircleX, PackageCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { $session, loginUrl } from '#client/session.ts';
import { MALL_PAGES } from '#contract/mall.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import type { Redemption } from '#contract/outputs/mall.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { Parcel } from './Parcel.tsx';
import { RedemptionActs } from './RedemptionActs.tsx';
import { createRedemption } from './redemption.store.ts';

const idOf = () => Math.trunc(Number(new URLSearchParams(location.search).get('id'))) || 0;

/** 兑换结果: what was redeemed, where it is, and what can be done with it. */
export default function SettleResultIsland() {
  const [own] = useState(createRedemption);
  const { redemption, missing, failure } = useStore(own.$state);
  useEffect(() => {
    if ($session.get()) void own.actions.load(idOf());
    else location.replace(loginUrl());
  }, [own]);
  const reload = () => void own.actions.load(idOf());
  if (missing) {
    return (
      <Empty title="兑换记录不存在" hint="请在“我的兑换”中查看。">
        <a className="btn" href={MALL_PAGES.redemptions}>
          我的兑换
        </a>
      </Empty>
    );
  }
  if (failure) return <ErrorState {...failure} onRetry={reload} />;
  if (!redemption) return <Skeleton rows={4} row_class="h-16" />;
  return <Result of={redemption} onDone={reload} />;
}

const TITLES: Record<Redemption['state'], string> = {
  waiting: `${MONEY_TEXTS.redeemed}，等待寄出`,
  shipped: '商品已寄出',
  received: '兑换完成',
  asked: '退货申请处理中',
  returned: '退货完成，积分已退回',
  cancelled: '兑换已取消，积分已退回',
};

function Result({ of, onDone }: { of: Redemption; onDone(): void }) {
  const Icon = of.state === 'cancelled' || of.state === 'returned' ? CircleX : of.state === 'shipped' ? PackageCheck : CircleCheck;
  const facts: Array<[string, ReactNode]> = [
    ['商品', of.num > 1 ? `${of.title} ×${of.num}` : of.title],
    ['积分', String(of.total_points)],
    ['兑换单号', of.redeem_no],
    ['兑换时间', timeText(of.created_at)],
    ...(of.given ? [['到账', of.given] as [string, string]] : []),
    ...(of.address ? [['收货信息', `${of.receiver} ${of.tel}，${of.address}`] as [string, string]] : []),
    ...(of.remark ? [['备注', of.remark] as [string, string]] : []),
    ...(of.tracking_no ? [['快递', <Parcel key={of.id} of={of} />] as [string, ReactNode]] : []),
    ...(of.reason ? [['原因', of.reason] as [string, string]] : []),
    ...(of.back_parcel ? [['退回的快递', of.back_parcel] as [string, string]] : []),
    ...(of.answer ? [['客服答复', of.answer] as [string, string]] : []),
  ];
  return (
    <div className="panel mx-auto max-w-[640px] p-6">
      <p className="flex items-center gap-3 text-lg font-semibold">
        <Icon size={28} className={Icon === CircleX ? 'text-muted' : 'text-success'} aria-hidden="true" />
        {TITLES[of.state]}
      </p>
      <dl className="num my-6 grid grid-cols-[5rem_minmax(0,1fr)] gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {of.state === 'asked' && (
        <p className="mb-4 rounded-box bg-ground p-3">
          请
          <button type="button" className="link" data-service>
            联系客服
          </button>
          确认退回地址，寄出后填写退回的快递；客服收到商品后退回积分，结果会发到“我的消息”。
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <RedemptionActs redemption={of} onDone={onDone} />
        <a className="btn btn-sm" href={MALL_PAGES.redemptions}>
          我的兑换
        </a>
        <a className="btn btn-sm" href={MALL_PAGES.index}>
          继续逛商城
        </a>
      </div>
    </div>
  );
}
