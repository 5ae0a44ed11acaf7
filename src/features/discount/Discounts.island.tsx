import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';
import { DISCOUNT_STATES, type Discount, discountText } from '#contract/discount.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { copy } from '#kit/copy.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { loadDiscounts, saveDiscount } from './discount-calls.ts';
import { openDiscount } from './open-discount.tsx';

/** 优惠码: what one sells for less by, and what came of it. */
export default function Discounts() {
  const { list, state } = useOwnList<OwnPage<Discount>>([''], loadDiscounts);
  const make = async () => {
    if (await openDiscount({})) await list.actions.reload();
  };
  return (
    <div className="panel p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          只为一件作品设的，在
          <a className="underline underline-offset-2" href="/personalCenter/myPublish">
            我的发布
          </a>
          里点“优惠码”。
        </p>
        <Button look="primary" onClick={() => void make()}>
          新建优惠码
        </Button>
      </div>
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: Discount) => row.id}
        empty={{
          title: '还没有优惠码',
          hint: '发给老客户、社群或活动现场，买家付款前输入即可；每个码带来多少成交都有数据。',
          children: <Button onClick={() => void make()}>新建优惠码</Button>,
        }}
      >
        {(row) => <Row row={row} onChanged={list.actions.reload} />}
      </OwnListFrame>
    </div>
  );
}

function Row({ row, onChanged }: { row: Discount; onChanged(): Promise<void> }) {
  const stop = async (off: boolean) => {
    const about = '不能再用它下单，已下的订单不变。停用后可以随时恢复。';
    if (off && !(await askSure({ title: '停用这个优惠码？', subject: row.code, about, verb: '停用' }))) return;
    const { id, code, percent_off, amount, min_price, item_id, from, to, most, per_person } = row;
    try {
      await saveDiscount({ id, code, percent_off, amount, min_price, ...(item_id ? { item_id } : {}), from, to, most, per_person, off });
      toastSuccess(off ? '已停用' : '已恢复');
      await onChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  };
  const change = async () => {
    if (await openDiscount({ discount: row })) await onChanged();
  };
  const alive = row.state === 'open' || row.state === 'later';
  const facts = [
    row.item ? `《${row.item}》` : '全部作品与门票',
    `${row.from} 至 ${row.to}`,
    row.min_price > 0 && `原价满 ¥${amountText(row.min_price)}`,
    row.per_person > 0 && `每人 ${row.per_person} 次`,
  ];
  return (
    <div className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="num font-semibold">{row.code}</span>
        <span className="num text-primary">{discountText(row)}</span>
        <span className={`text-xs ${alive ? 'text-success' : row.state === 'stopped' ? 'text-error' : 'text-muted'}`}>
          {DISCOUNT_STATES[row.state]}
        </span>
      </p>
      <p className="num flex flex-wrap gap-x-3 text-xs text-muted">
        {facts.filter(Boolean).map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </p>
      <p className="num flex flex-wrap gap-x-3">
        <span>
          已用 {row.used_num}
          {row.most > 0 && ` / ${row.most}`} 次
        </span>
        <span>
          成交 {row.sold_num} 单 ¥{amountText(row.sold)}
        </span>
        <span className="text-muted">共让利 ¥{amountText(row.off)}</span>
      </p>
      {row.why !== '' && <p className="text-error">{row.why}</p>}
      {row.state !== 'stopped' && (
        <div className="flex flex-wrap gap-2">
          {alive && (
            <Button
              size="sm"
              onClick={() =>
                void copy(
                  row.url || row.code,
                  row.url ? '链接已复制，打开即用上优惠码' : `优惠码已复制；在作品链接后加 &code=${row.code} 会自动使用`,
                )
              }
              aria-label={`复制 ${row.code}`}
            >
              {row.url ? '复制链接' : '复制优惠码'}
            </Button>
          )}
          <Button size="sm" look="ghost" onClick={() => void change()} aria-label={`修改 ${row.code}`}>
            修改
          </Button>
          {row.state !== 'ended' && (
            <Button
              size="sm"
              look="ghost"
              onClick={() => void stop(row.state !== 'off')}
              aria-label={`${row.state === 'off' ? '恢复' : '停用'} ${row.code}`}
            >
              {row.state === 'off' ? '恢复' : '停用'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
