import { Download, FileText, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type OrderCounts, type OrderRow } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Price } from '#ui/Price.tsx';
import { amountText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { givesLessons, type OrderKind } from './order-kind.ts';
import { type OrderFilters as Filters, NO_FILTER, type OrdersState, type OrderTab } from './orders.store.ts';

export interface OrderListProps {
  kind: OrderKind;
  state: OrdersState;
  per_page: number;
  onTab: (tab: OrderTab) => void;
  onPage: (page: number) => void;
  onRetry: () => void;
  onFilter: (filters: Filters) => void;
  onSave: () => void;
  onPay: (row: OrderRow) => void;
  onCancel: (orderid: string) => void;
  onHide: (orderid: string) => void;
  onDownload: (orderid: string, item_id: number) => void;
}

const TABS: Array<{ key: OrderTab; title: string }> = [
  { key: 'all', title: '全部' },
  { key: 'waiting', title: '待支付' },
  { key: 'paid', title: '已支付' },
  { key: 'closed', title: '已关闭' },
];

const emptyOf = ({ key, noun }: OrderKind): Record<OrderTab, { title: string; hint: string }> => ({
  all: { title: `还没有${noun}订单`, hint: `购买的${noun || '内容'}会出现在这里，随时可以再次${givesLessons(key) ? '学习' : '下载'}。` },
  waiting: { title: '没有待支付的订单', hint: `下单后未付款的${noun || '内容'}会在这里保留一段时间。` },
  paid: { title: `还没有买过${noun || '内容'}`, hint: `支付成功的${noun || '内容'}会出现在这里。` },
  closed: { title: '没有已关闭的订单', hint: '超时或主动关闭的订单会出现在这里。' },
});

/** The reader's orders of one kind: what was bought and what still can be paid. */
export function OrderList(props: OrderListProps) {
  const { kind, state, onTab, onCancel, onHide } = props;
  const [subjects, setSubjects] = useState<Array<{ name: string; title: string }>>([]);
  const [counts, setCounts] = useState<OrderCounts | null>(null);
  // the numbers of the last answer stay while the next one is under way
  if (state.orders && state.orders.counts !== counts) {
    setCounts(state.orders.counts);
    setSubjects(state.orders.subjects);
  }
  const tabs = TABS.map(({ key, title }) => ({ key, title: counts?.[key] ? `${title} ${counts[key]}` : title }));
  const [asked, setAsked] = useState<Asked | null>(null);
  const question = asked && QUESTIONS[asked.what];
  const go = () => {
    if (asked) (asked.what === 'cancel' ? onCancel : onHide)(asked.row.orderid);
    setAsked(null);
  };
  return (
    <div className="panel p-4 sm:p-6">
      <OrderFilters
        kind={kind}
        filters={state.filters}
        subjects={subjects}
        saving={state.saving}
        onFilter={props.onFilter}
        onSave={props.onSave}
      />
      <Tabs label="订单状态" tabs={tabs} current={state.tab} onChange={onTab}>
        <Rows {...props} onAsk={setAsked} />
      </Tabs>
      <Dialog open={asked !== null} title={question?.title ?? ''} width={400} onClose={() => setAsked(null)}>
        <p className="font-semibold">{asked?.row.title}</p>
        <p className="mt-2 text-muted">{question?.text}</p>
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setAsked(null)}>再想想</Button>
          <Button look="primary" onClick={go}>
            {question?.answer}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

/** What cannot be undone is asked about first. */
interface Asked {
  what: 'cancel' | 'hide';
  row: OrderRow;
}

const QUESTIONS = {
  cancel: { title: '关闭这笔订单？', text: '占用的优惠券和余额会退回，之后可以重新购买。', answer: '关闭订单' },
  hide: { title: '删除这笔订单？', text: '删除后不再出现在您的订单列表里，不影响退款与已到账的金额。', answer: '删除订单' },
} as const;

interface RowsProps extends OrderListProps {
  onAsk: (asked: Asked) => void;
}

function Rows(props: RowsProps) {
  const { kind, state, per_page, onPage, onRetry, onFilter } = props;
  const { orders, page, loading, failure } = state;
  const narrowed = Object.values(state.filters).some((value) => value !== '');
  return (
    <OwnListFrame
      state={{ data: orders && { list: orders.list, total: orders.total, page, limit: per_page }, loading, failure }}
      list={{ actions: { reload: onRetry, choose: ({ page: next }) => onPage(next) } }}
      keyOf={(row: OrderRow) => row.orderid}
      empty={
        narrowed
          ? {
              title: '没有符合条件的订单',
              hint: '换个词或日期，或清空后查看全部。',
              children: <Button onClick={() => onFilter(NO_FILTER)}>清空筛选</Button>,
            }
          : {
              ...emptyOf(kind)[state.tab],
              children: (
                <a className="btn btn-primary" href={kind.list}>
                  去看看{kind.noun || '有什么'}
                </a>
              ),
            }
      }
    >
      {(row) => <Row row={row} {...props} />}
    </OwnListFrame>
  );
}

function Row({ row, kind, state, onPay, onAsk, onDownload, onRetry }: RowsProps & { row: OrderRow }) {
  const page = kind.details ? kind.details[row.kind] : kind.detail;
  const href = row.href || (row.kind > 0 && page ? `${page}?id=${row.subject_id}` : '');
  // the purchase dialog sells items; everything else is paid on a page of its own
  const can_pay = row.kind > 0 || row.pay_href !== '';
  const percent = state.percent[row.orderid];
  const working = state.working === row.orderid;
  const reduced = row.credit_price > 0 || row.coupon_price > 0 || row.deduction_price > 0;
  const parts = [
    row.credit_price > 0 && `原会员抵扣 -¥${amountText(row.credit_price)}`,
    row.coupon_price > 0 && `优惠券 -¥${amountText(row.coupon_price)}`,
    row.deduction_price > 0 && `余额 -¥${amountText(row.deduction_price)}`,
    reduced && row.status === ORDER_PAID && `实付 ¥${amountText(row.pay_price)}`,
    reduced && row.status === ORDER_WAITING && `应付 ¥${amountText(row.pay_price)}`,
  ];
  return (
    <div className="grid gap-x-4 gap-y-3 py-5 sm:grid-cols-[144px_minmax(0,1fr)_auto] max-sm:grid-cols-[96px_minmax(0,1fr)]">
      <div className="grid aspect-16/10 place-items-center self-start overflow-hidden rounded-field border border-line bg-ground text-muted">
        {row.cover_src ? (
          <img src={row.cover_src} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <FileText size={24} aria-hidden="true" />
        )}
      </div>
      {/* on a phone the number of the order has a row of its own: beside the picture it would break */}
      <div className="min-w-0 max-sm:contents">
        {href === '' ? (
          <p className="line-clamp-2 text-base font-semibold max-sm:self-center">{row.title}</p>
        ) : (
          <a href={href} className="line-clamp-2 text-base font-semibold hover:text-primary max-sm:self-center">
            {row.title}
          </a>
        )}
        <div className="num grid gap-1 text-xs text-muted max-sm:col-span-2 sm:mt-1">
          <p>订单号 {row.orderid}</p>
          <p>{row.paid_at > 0 ? `支付于 ${timeText(row.paid_at)}` : `下单于 ${timeText(row.created_at)}`}</p>
        </div>
      </div>
      <div className="grid content-start gap-2 max-sm:col-span-2 sm:justify-items-end sm:text-right">
        <p className="flex flex-wrap items-baseline gap-x-2 sm:justify-end">
          {row.status === ORDER_CLOSED ? (
            <span className="num text-base text-muted">¥{amountText(row.price)}</span>
          ) : (
            <Price yuan={row.price} exact />
          )}
          {reduced && <span className="num text-xs text-muted">{parts.filter(Boolean).join('，')}</span>}
        </p>
        <StatusLine row={row} server_time={state.orders?.server_time ?? 0} arrived_ms={state.arrived_ms} onExpired={onRetry} />
        <div className="flex flex-wrap gap-2 sm:justify-end">
          {row.status === ORDER_WAITING && (
            <>
              <Button size="sm" look="ghost" busy={working} onClick={() => onAsk({ what: 'cancel', row })}>
                关闭订单
              </Button>
              {can_pay && (
                <Button size="sm" look="primary" disabled={working} onClick={() => onPay(row)}>
                  继续支付
                </Button>
              )}
            </>
          )}
          <a className="btn btn-ghost btn-sm" href={paths.order(row.orderid)}>
            订单详情
          </a>
          {row.status === ORDER_PAID && row.pay_price + row.deduction_price > row.refunded && (
            <a className="btn btn-ghost btn-sm" href={`${paths.order(row.orderid)}#money`}>
              退款与发票
            </a>
          )}
          {row.status === ORDER_CLOSED && (
            <Button size="sm" look="ghost" busy={working} onClick={() => onAsk({ what: 'hide', row })}>
              删除
            </Button>
          )}
          {row.can_buy && can_pay && (
            <Button size="sm" onClick={() => onPay(row)}>
              重新购买
            </Button>
          )}
          {row.can_download && row.learn_href !== '' && (
            <a className="btn btn-sm" href={row.learn_href} aria-label={`去学习《${row.title}》`}>
              <Play size={16} aria-hidden="true" />
              去学习
            </a>
          )}
          {row.can_download && row.learn_href === '' && row.kind > 0 && (
            <Button
              size="sm"
              busy={percent !== undefined}
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => onDownload(row.orderid, row.subject_id)}
            >
              {percent === undefined ? '再次下载' : `${percent}%`}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

interface StatusLineProps {
  row: OrderRow;
  server_time: number;
  arrived_ms: number;
  onExpired: () => void;
}

function StatusLine({ row, server_time, arrived_ms, onExpired }: StatusLineProps) {
  if (row.status === ORDER_PAID)
    return <p className="text-xs font-semibold text-success">已支付{row.refunded > 0 && `，已退 ¥${amountText(row.refunded)}`}</p>;
  if (row.status !== ORDER_WAITING) return <p className="text-xs text-muted">{row.msg || '已关闭'}</p>;
  return <Countdown ends_ms={arrived_ms + (row.expires_at - server_time) * 1000} onExpired={onExpired} />;
}

/** Minutes left to pay; asks for the list again when they are over. */
function Countdown({ ends_ms, onExpired }: { ends_ms: number; onExpired: () => void }) {
  const [left_s, setLeft] = useState(() => Math.max(0, Math.ceil((ends_ms - performance.now()) / 1000)));
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((ends_ms - performance.now()) / 1000));
      setLeft(left);
      if (left === 0) {
        clearInterval(timer);
        onExpired();
      }
    }, 1_000);
    return () => clearInterval(timer);
  }, [ends_ms, onExpired]);
  return (
    <p className="num text-xs text-primary">
      待支付，剩余 {Math.floor(left_s / 60)}:{String(left_s % 60).padStart(2, '0')}
    </p>
  );
}
