import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { refreshUser } from '#client/refresh-user.ts';
import type { Cart, CartLine } from '#contract/cart.ts';
import { BalanceConfirm } from '#kit/pay/AskToPay.tsx';
import { PayChoices } from '#kit/pay/PayChoices.tsx';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import { createPaying, type PayingCalls, type PayingQuote } from '#kit/pay/purchase.store.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Works that are paid by one payment. */
type Line = Pick<CartLine, 'id' | 'title' | 'price'>;
export type TogetherQuote = PayingQuote & Pick<Cart, 'list_price' | 'balance'> & { list: Line[] };
export interface TogetherCalls extends PayingCalls<TogetherQuote> {
  /** What is not among them, and why. */
  note?: string;
  /** In place of what is said of works. */
  texts?: { paid: string; below: string; no_coupons: string };
}

/** Asks for the payment of several works; resolves when it is closed. */
export function showTogether(title: string, calls: TogetherCalls): Promise<'paid' | 'closed'> {
  return openDialog((close) => <TogetherDialog title={title} calls={calls} onDone={close} />);
}

function TogetherDialog({ title, calls, onDone }: { title: string; calls: TogetherCalls; onDone(end: 'paid' | 'closed'): void }) {
  const [paying] = useState(() =>
    createPaying(calls, ({ spent_balance }) => {
      if (spent_balance) void refreshUser();
    }),
  );
  const state = useStore(paying.$state);
  useEffect(() => {
    void paying.actions.start();
    return paying.actions.dispose;
  }, [paying]);
  const close = () => onDone(state.view === 'paid' ? 'paid' : 'closed');
  return (
    <Dialog open title={title} modal_only width={640} onClose={close}>
      <Content paying={paying} calls={calls} onClose={close} />
    </Dialog>
  );
}

interface ContentProps {
  paying: ReturnType<typeof createPaying<TogetherQuote>>;
  calls: TogetherCalls;
  onClose(): void;
}

function Content({ paying: { $state, actions }, calls: { note, texts }, onClose }: ContentProps) {
  const state = useStore($state);
  const { quote, order, busy } = state;
  if (state.view === 'loading') return <Skeleton rows={3} row_class="h-20" label="正在准备订单" />;
  if (state.view === 'failed') return <ErrorState message="" {...state.failure} onRetry={() => void actions.start()} />;
  if (state.view !== 'paying') {
    return (
      <div role="status" className="grid justify-items-center gap-2 px-4 py-8 text-center">
        <CircleCheck size={56} className="text-success" aria-hidden="true" />
        <p className="mt-2 text-lg font-semibold">支付成功</p>
        <p className="text-muted">{texts?.paid ?? `${quote?.list.length ?? 0} 件作品已加入「我的订单与下载」，每件一个订单。`}</p>
        {texts ? (
          <Button look="primary" className="mt-4" onClick={onClose}>
            好的
          </Button>
        ) : (
          <a className="btn btn-primary mt-4" href="/personalCenter/myOrder">
            查看作品
          </a>
        )}
      </div>
    );
  }
  if (state.confirming && order) {
    const pay = () => void actions.payByBalance();
    return <BalanceConfirm order={order} busy={busy} onConfirm={pay} onCancel={() => actions.askBalance(false)} />;
  }
  return (
    <div className="grid gap-4">
      {quote && <Lines {...quote} />}
      {note && <p className="text-xs text-muted">{note}</p>}
      {quote && (
        <PayChoices
          state={state}
          quote={quote}
          no_coupons={texts?.no_coupons ?? '请在单独购买时使用'}
          onCoupon={() => undefined}
          onBalance={(use_balance) => void actions.choose({ use_balance })}
        />
      )}
      <PayPanel
        order={order}
        busy={busy}
        failure={state.failure}
        closed_text={state.closed_text}
        scanned={state.scanned}
        left_s={state.left_s}
        onRefresh={() => void actions.refresh()}
        onAskBalance={() => actions.askBalance(true)}
      />
      <p className="text-xs text-muted">
        支付即表示同意
        <a className="underline underline-offset-2" href="/about/helpCenter?id=41" target="_blank" rel="noopener">
          《购买须知》
        </a>
        。{texts?.below ?? '每件作品一个订单，可以分别申请发票与退款；打开付费页面或下载以后，退款由工作人员处理。'}
      </p>
    </div>
  );
}

/** What is paid, each with its price, and what it is together. */
export function Lines({ list, list_price, price }: { list: readonly Line[]; list_price: number; price: number }) {
  const saved = Math.round((list_price - price) * 100) / 100;
  return (
    <div className="rounded-box bg-ground p-4">
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {list.map((line) => (
          <li key={line.id} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{line.title}</span>
            <span className="num shrink-0">¥{amountText(line.price)}</span>
          </li>
        ))}
      </ul>
      <p className="num mt-2 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
        <span>{list.length > 1 ? `共 ${list.length} 件` : '应付'}</span>
        <span>
          {saved > 0 && <span className="mr-2 font-normal text-muted">已优惠 ¥{amountText(saved)}</span>}¥{amountText(price)}
        </span>
      </p>
    </div>
  );
}
