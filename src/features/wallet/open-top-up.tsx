import { useStore } from '@nanostores/react';
import { CircleCheck, Coins } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { COIN_TEXTS, TOP_UP_WIDTH, type WalletMoney } from '#contract/wallet.ts';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createTopUp, type TopUp, type TopUpOf, type TopUpState } from './top-up.store.ts';

/** Opens the top-up, where something is missing with enough of it chosen; true: it arrived. */
export function openTopUp(missing = 0, of: TopUpOf = 'coins'): Promise<boolean> {
  return openDialog((close) => <TopUpDialog missing={missing} of={of} onClose={close} />);
}

const WORDS = {
  coins: {
    title: '充值猫币',
    now: ({ money }: WalletMoney) => ['当前猫币 ', String(money), '，1 元兑换 1 猫币'],
    note: '猫币用于联系供应商等站内服务，不可提现；未使用的部分可在“我的订单”申请退款。',
    arrived: (yuan: number) => `${yuan} 猫币已到账`,
  },
  balance: {
    title: '充值余额',
    now: ({ balance }: WalletMoney) => ['当前余额 ', `¥${amountText(balance)}`, ''],
    note: '余额可购买站内的作品、课程、会员与门票，不可提现；未使用的充值可在“我的订单”申请原路退款。',
    arrived: (yuan: number) => `¥${amountText(yuan)} 已存入余额`,
  },
};

function TopUpDialog({ missing, of, onClose }: { missing: number; of: TopUpOf; onClose: (paid: boolean) => void }) {
  const [top_up] = useState(() => createTopUp(() => toastSuccess(COIN_TEXTS.success), missing, of));
  const state = useStore(top_up.$state);
  useEffect(() => {
    void top_up.actions.start();
    return top_up.actions.dispose;
  }, [top_up]);
  const close = () => onClose(state.view === 'paid');
  return (
    <Dialog open title={state.view === 'paying' ? '付款' : WORDS[of].title} width={TOP_UP_WIDTH} modal_only onClose={close}>
      <TopUpBody state={state} of={of} actions={top_up.actions} onClose={close} />
    </Dialog>
  );
}

interface BodyProps {
  state: TopUpState;
  of: TopUpOf;
  actions: TopUp['actions'];
}

function TopUpBody({ state, of, actions, onClose }: BodyProps & { onClose: () => void }) {
  if (state.view === 'loading') return <Skeleton rows={3} row_class="h-16" />;
  if (state.view === 'failed' && state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.start()} />;
  if (state.view === 'paid') return <Paid text={WORDS[of].arrived(state.order?.subject_id ?? 0)} onClose={onClose} />;
  if (state.view === 'choose') return <Choose state={state} of={of} actions={actions} />;
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

function Choose({ state, of, actions }: BodyProps) {
  const { money, packs, chosen, busy, failure } = state;
  const [before, has, after] = money ? WORDS[of].now(money) : [];
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.submit();
      }}
    >
      <p className="num text-muted">
        {before}
        <b className="text-base-content">{has}</b>
        {after}
      </p>
      {packs.length === 0 ? (
        <p className="rounded-box bg-ground p-6 text-center text-muted">暂时不能充值，请稍后再来</p>
      ) : (
        <fieldset className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
          <legend className="sr-only">充值面额</legend>
          {packs.map((yuan) => (
            <label
              key={yuan}
              className={classNames(
                'num grid cursor-pointer justify-items-center gap-1 rounded-box border p-4 has-focus-visible:outline-2',
                yuan === chosen ? 'border-primary bg-tint' : 'border-line',
              )}
            >
              <input type="radio" name="pack" className="sr-only" checked={yuan === chosen} onChange={() => actions.choose(yuan)} />
              <span className="flex items-center gap-1 text-lg font-semibold">
                {of === 'coins' && <Coins size={18} className="text-primary" aria-hidden="true" />}
                {of === 'coins' ? yuan : `¥${amountText(yuan)}`}
              </span>
              {of === 'coins' && <span className="text-xs text-muted">¥{amountText(yuan)}</span>}
            </label>
          ))}
        </fieldset>
      )}
      <FormError failure={failure} />
      <Button type="submit" look="primary" size="lg" wide busy={busy} disabled={packs.length === 0}>
        立即充值{chosen > 0 && ` ¥${amountText(chosen)}`}
      </Button>
      <p className="text-xs text-muted">{WORDS[of].note}</p>
    </form>
  );
}

function Paid({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <CircleCheck size={56} className="text-success" aria-hidden="true" />
      <p className="text-lg font-semibold">{COIN_TEXTS.success}</p>
      <p className="num text-muted">{text}</p>
      <Button look="primary" className="mt-2 min-w-40" onClick={onClose}>
        完成
      </Button>
    </div>
  );
}
