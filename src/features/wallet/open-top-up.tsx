import { useStore } from '@nanostores/react';
import { CircleCheck, Coins } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { COIN_TEXTS, TOP_UP_WIDTH } from '#contract/wallet.ts';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createTopUp, type TopUp, type TopUpState } from './top-up.store.ts';

/** Opens the top-up of cat coins, where some are missing with enough of them chosen; true: coins arrived. */
export function openTopUp(missing = 0): Promise<boolean> {
  return openDialog((close) => <TopUpDialog missing={missing} onClose={close} />);
}

function TopUpDialog({ missing, onClose }: { missing: number; onClose: (paid: boolean) => void }) {
  const [top_up] = useState(() => createTopUp(() => toastSuccess(COIN_TEXTS.success), missing));
  const state = useStore(top_up.$state);
  useEffect(() => {
    void top_up.actions.start();
    return top_up.actions.dispose;
  }, [top_up]);
  const close = () => onClose(state.view === 'paid');
  return (
    <Dialog open title={state.view === 'paying' ? '付款' : '充值猫币'} width={TOP_UP_WIDTH} modal_only onClose={close}>
      <TopUpBody state={state} actions={top_up.actions} onClose={close} />
    </Dialog>
  );
}

function TopUpBody({ state, actions, onClose }: { state: TopUpState; actions: TopUp['actions']; onClose: () => void }) {
  if (state.view === 'loading') return <Skeleton rows={3} row_class="h-16" />;
  if (state.view === 'failed' && state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.start()} />;
  if (state.view === 'paid') return <Paid coins={state.order?.subject_id ?? 0} onClose={onClose} />;
  if (state.view === 'choose') return <Choose state={state} actions={actions} />;
  return (
    <div className="grid gap-4">
      <PayPanel
        order={state.order}
        busy={state.busy}
        failure={null}
        closed_text={state.closed_text}
        scanned={state.scanned}
        left_s={state.left_s}
        onRefresh={() => void actions.refresh()}
        onAskBalance={() => undefined}
      />
      <FormError className="min-h-5 text-center text-xs text-error" failure={state.failure} />
      <Button size="sm" look="ghost" className="justify-self-center" onClick={actions.back}>
        换一个面额
      </Button>
    </div>
  );
}

function Choose({ state, actions }: { state: TopUpState; actions: TopUp['actions'] }) {
  const { money, chosen, busy, failure } = state;
  const packs = money?.money_list ?? [];
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.submit();
      }}
    >
      <p className="num text-muted">
        当前猫币 <b className="text-base-content">{money?.money ?? 0}</b>，1 元兑换 1 猫币
      </p>
      {packs.length === 0 ? (
        <p className="rounded-box bg-ground p-6 text-center text-muted">暂时不能充值，请稍后再来</p>
      ) : (
        <fieldset className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
          <legend className="sr-only">充值面额</legend>
          {packs.map(({ id, cat_price }) => (
            <label
              key={id}
              className={classNames(
                'num grid cursor-pointer justify-items-center gap-1 rounded-box border p-4 has-focus-visible:outline-2',
                id === chosen ? 'border-primary bg-tint' : 'border-line',
              )}
            >
              <input type="radio" name="pack" className="sr-only" checked={id === chosen} onChange={() => actions.choose(id)} />
              <span className="flex items-center gap-1 text-lg font-semibold">
                <Coins size={18} className="text-primary" aria-hidden="true" />
                {cat_price}
              </span>
              <span className="text-xs text-muted">¥{amountText(cat_price)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <FormError failure={failure} />
      <Button type="submit" look="primary" size="lg" wide busy={busy} disabled={packs.length === 0}>
        立即充值
      </Button>
      <p className="text-xs text-muted">猫币用于联系供应商等站内服务，不可提现；未使用的充值可在“我的订单”申请退款。</p>
    </form>
  );
}

function Paid({ coins, onClose }: { coins: number; onClose: () => void }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <CircleCheck size={56} className="text-success" aria-hidden="true" />
      <p className="text-lg font-semibold">{COIN_TEXTS.success}</p>
      <p className="num text-muted">{coins} 猫币已到账</p>
      <Button look="primary" className="mt-2 min-w-40" onClick={onClose}>
        完成
      </Button>
    </div>
  );
}
