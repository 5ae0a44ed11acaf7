import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UnionPartShown } from '#contract/outputs/active.ts';
import { paths } from '#contract/paths.ts';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import { Button } from '#ui/Button.tsx';
import { createUnionPay, paidText } from './union-pay.store.ts';

/** Buys the bundle of its page. */
export default function BuyUnionIsland({ union_id, parts }: { union_id: number; parts: UnionPartShown[] }) {
  const [pay] = useState(() => createUnionPay(union_id));
  const state = useStore(pay.$state);
  const for_life = state.order?.for_life ?? [];
  useEffect(() => pay.actions.dispose, [pay]);
  if (state.view === 'start') {
    return (
      <Button look="primary" size="lg" className="w-full sm:w-auto" busy={state.busy} onClick={() => void pay.actions.start()}>
        立即开通
      </Button>
    );
  }
  if (state.view === 'paid') {
    return (
      <div role="status" className="grid gap-2">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <CircleCheck className="text-success" aria-hidden="true" />
          开通成功
        </p>
        <p className="text-muted">{paidText(parts, for_life)}</p>
        <p>
          <a className="btn" href={paths.order(state.order?.orderid ?? '')}>
            查看订单
          </a>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      {for_life.length > 0 && (
        <p role="status" className="rounded-box bg-ground p-3">
          您已是终身会员，“{for_life.join('”“')}”不会再增加时长，请确认后再支付。
        </p>
      )}
      {state.order && state.order.all_balance > 0 && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={state.use_balance}
            disabled={state.busy}
            onChange={(event) => void pay.actions.chooseBalance(event.target.checked)}
          />
          使用余额
        </label>
      )}
      <PayPanel
        order={state.order}
        busy={state.busy}
        failure={state.failure}
        closed_text={state.closed_text}
        scanned={state.scanned}
        left_s={state.left_s}
        onRefresh={() => void pay.actions.refresh()}
        onAskBalance={() => void pay.actions.payByBalance()}
      />
    </div>
  );
}
