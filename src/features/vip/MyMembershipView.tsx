import { Crown } from 'lucide-react';
import type { MemberTerm } from '#contract/membership.ts';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type OrderRow, type OrderStatus } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText } from '#ui/price-text.ts';
import { QrCode } from '#ui/QrCode.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { endText, timeText } from '#ui/time-text.ts';
import { type MyMembershipState, VIP_ORDERS_PER_PAGE } from './my-membership.store.ts';
import { limitText, untilText } from './vip-texts.ts';

export interface MyMembershipProps {
  state: MyMembershipState;
  onStatus: (status: OrderStatus | 0) => void;
  onPage: (page: number) => void;
  onRetry: () => void;
  onPay: (vip_id: number) => void;
  onCancel: (orderid: string) => void;
  onAskAuto: (vip_id: number) => void;
  onEndAuto: (id: number) => void;
}

const TABS: Array<{ status: OrderStatus | 0; title: string; count: 'all' | 'waiting' | 'paid' | 'closed' }> = [
  { status: 0, title: '全部', count: 'all' },
  { status: ORDER_WAITING, title: '待支付', count: 'waiting' },
  { status: ORDER_PAID, title: '已支付', count: 'paid' },
  { status: ORDER_CLOSED, title: '已关闭', count: 'closed' },
];

/** What the reader has, now and later, and the orders of memberships. */
export function MyMembershipView(props: MyMembershipProps) {
  const { state, onStatus, onPage, onRetry } = props;
  const { orders } = state;
  if (state.failure) {
    return (
      <div className="panel p-6">
        <ErrorState {...state.failure} onRetry={onRetry} />
      </div>
    );
  }
  const tabs = TABS.map(({ status, title, count }) => ({
    key: String(status),
    title: orders ? `${title} ${orders.counts[count]}` : title,
  }));
  return (
    <div className="grid gap-4">
      <Terms terms={state.terms} loaded={orders !== null} {...props} />
      <section className="panel p-4 sm:p-6" aria-label="会员订单">
        <Tabs label="订单状态" tabs={tabs} current={String(state.status)} onChange={(key) => onStatus(Number(key) as OrderStatus | 0)}>
          <OwnListFrame
            state={{
              data: orders && { list: orders.list, total: orders.total, page: state.page, limit: VIP_ORDERS_PER_PAGE },
              ...{ loading: state.loading, failure: null },
            }}
            list={{ actions: { reload: onRetry, choose: ({ page }) => onPage(page) } }}
            keyOf={(row: OrderRow) => row.orderid}
            empty={{
              title: '还没有会员订单',
              hint: '开通会员后，订单会出现在这里。',
              children: (
                <a className="btn btn-gold" href="/vip/openVip">
                  看看会员
                </a>
              ),
            }}
          >
            {(row) => <Row row={row} {...props} />}
          </OwnListFrame>
        </Tabs>
      </section>
    </div>
  );
}

function Terms({ terms, loaded, ...props }: { terms: readonly MemberTerm[]; loaded: boolean } & MyMembershipProps) {
  if (!loaded) return <Skeleton rows={1} row_class="h-24" label="正在加载会员" />;
  if (terms.length === 0) {
    return (
      <div className="vip-hero flex flex-wrap items-center justify-between gap-4">
        <p>您还没有会员。会员专享内容解锁下载，付费内容享会员价。</p>
        <a className="btn btn-gold" href="/vip/openVip">
          开通会员
        </a>
      </div>
    );
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {terms.map((term) => (
        <li key={term.id} className="vip-hero grid content-start gap-1">
          <p className="flex items-center gap-2 text-base font-semibold">
            <Crown size={18} aria-hidden="true" />
            {term.name}
            {term.state === 'waiting' && <span className="badge badge-sm border-0 bg-base-100">待生效</span>}
          </p>
          <p className="num">
            {term.state === 'waiting' && `自 ${endText(term.from)} 起，`}
            {untilText(term.to) === '终身有效' ? '终身有效' : `有效期至 ${untilText(term.to)}`}
          </p>
          <p className="num text-xs">
            {limitText(term.vip_type, term.max_download_pre_day)} · {term.source}
            {term.credit_price > 0 && ` · 升级可抵扣 ¥${amountText(term.credit_price)}`}
          </p>
          <Renew term={term} {...props} />
        </li>
      ))}
    </ul>
  );
}

/** One press to the payment of the same again; who renews in time keeps the price that they know. Or by itself, until one press ends it. */
function Renew({
  term: { renew, auto, can_auto },
  state: { working },
  onPay,
  onAskAuto,
  onEndAuto,
}: MyMembershipProps & { term: MemberTerm }) {
  return (
    <>
      {renew && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="sm" look="gold" onClick={() => onPay(renew.vip_id)}>
            续费 ¥{amountText(renew.price)}
          </Button>
          {can_auto === 1 && !auto && (
            <Button size="sm" look="ghost" busy={working === `auto:${renew.vip_id}`} onClick={() => onAskAuto(renew.vip_id)}>
              开启自动续费
            </Button>
          )}
          {renew.price < renew.list_price && (
            <span className="num text-xs">到期前续费保留您的价格，现价 ¥{amountText(renew.list_price)}</span>
          )}
        </p>
      )}
      {auto?.state === 'on' && (
        <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
          {endText(auto.next_at)} 从支付宝自动续费 ¥{amountText(auto.price)}，扣款前会提醒
          <EndAuto auto={auto} text="关闭自动续费" working={working} onEndAuto={onEndAuto} />
        </p>
      )}
      {auto?.state === 'asked' && (
        <section className="mt-2 flex flex-wrap items-center gap-4 rounded-box bg-base-100 p-4" aria-label="开启自动续费">
          <div className="size-28 shrink-0">
            <QrCode text={auto.url} label="用支付宝扫码同意自动续费" />
          </div>
          <div className="grid min-w-48 flex-1 justify-items-start gap-1 text-xs">
            <p className="font-semibold">用支付宝扫码，同意每期到期前一天扣款</p>
            <p className="num">
              每次最多 ¥{amountText(auto.price)}，下次 {endText(auto.next_at)}；扣款前 7 天起提醒，一次点击即可关闭。
            </p>
            <p className="flex flex-wrap items-center gap-3">
              <a className="link" href={auto.url} target="_blank" rel="noopener">
                在本机打开支付宝
              </a>
              <EndAuto auto={auto} text="取消" working={working} onEndAuto={onEndAuto} />
            </p>
          </div>
        </section>
      )}
    </>
  );
}

function EndAuto({
  auto: { id },
  text,
  working,
  onEndAuto,
}: { auto: { id: number }; text: string; working: string } & Pick<MyMembershipProps, 'onEndAuto'>) {
  return (
    <Button size="sm" look="ghost" busy={working === `end:${id}`} onClick={() => onEndAuto(id)}>
      {text}
    </Button>
  );
}

function Row({ row, state, onPay, onCancel }: MyMembershipProps & { row: OrderRow }) {
  const working = state.working === row.orderid;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="text-base font-semibold">{row.title}</p>
        <p className="num text-xs text-muted">
          订单号 {row.orderid} · {row.paid_at > 0 ? `支付于 ${timeText(row.paid_at)}` : `下单于 ${timeText(row.created_at)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="num font-semibold">¥{amountText(row.price)}</span>
        <span className="text-xs text-muted">
          {row.status === ORDER_PAID ? '已支付' : row.status === ORDER_WAITING ? '待支付' : row.msg || '已关闭'}
        </span>
        {row.status === ORDER_WAITING && (
          <>
            <Button size="sm" look="ghost" busy={working} onClick={() => onCancel(row.orderid)}>
              关闭订单
            </Button>
            <Button size="sm" look="primary" disabled={working} onClick={() => onPay(row.subject_id)}>
              继续支付
            </Button>
          </>
        )}
        {row.can_buy && (
          <Button size="sm" onClick={() => onPay(row.subject_id)}>
            重新开通
          </Button>
        )}
        <a className="btn btn-ghost btn-sm" href={paths.order(row.orderid)}>
          订单详情
        </a>
      </div>
    </div>
  );
}
