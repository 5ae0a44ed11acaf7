import { Minus, Plus } from 'lucide-react';
import type { WaitingEntry } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { ChooseSeats, PickTogether } from './ChooseSeats.tsx';
import type { StepProps } from './tickets.store.ts';

/** Kinds of tickets with how many are taken; sold out ones lead to their waiting list. */
export function ChooseKinds({ list, state, actions }: StepProps) {
  const sum = list.kinds.reduce((total, { id, your_price }) => total + your_price * (state.counts[id] ?? 0), 0);
  if (list.closed) return <p role="status">{list.closed}</p>;
  const buyable = list.kinds.some(({ left, on_sale }) => left > 0 && on_sale);
  return (
    <Form className="grid gap-3" onSubmit={actions.toPeople}>
      {list.waiting.map((entry) => (
        <Waiting key={entry.id} entry={entry} busy={state.busy} actions={actions} />
      ))}
      <ul className="grid gap-2">
        {list.kinds.map((kind) => {
          const waits = list.waiting.some(({ kind_id }) => kind_id === kind.id);
          return (
            <li key={kind.id} className="num flex flex-wrap items-center justify-between gap-3 rounded-box border border-line p-3">
              <div className="min-w-0">
                <p className="font-semibold">{kind.name}</p>
                <p className="text-xs text-muted">
                  {[kind.online && '线上参加', kind.about, kind.left > 0 ? `余 ${kind.left} 席` : '已售完'].filter(Boolean).join(' · ')}
                </p>
                <p>
                  <b className="font-semibold text-primary">{kind.your_price === 0 ? '免费' : `¥${amountText(kind.your_price)}`}</b>
                  {kind.why && <span className="ml-1 text-xs text-gold-ink">{kind.why}</span>}
                  {kind.your_price < kind.price && <s className="ml-1 text-xs text-muted">¥{amountText(kind.price)}</s>}
                </p>
              </div>
              {kind.left > 0 && kind.on_sale && list.plan.some(({ kind_id }) => kind_id === kind.id) ? (
                <PickTogether kind={kind} most={list.most} actions={actions} />
              ) : kind.left > 0 && kind.on_sale ? (
                <Counter name={kind.name} count={state.counts[kind.id] ?? 0} onCount={(count) => actions.count(kind.id, count)} />
              ) : (
                !waits &&
                kind.on_sale && (
                  <Button size="sm" aria-label={`加入“${kind.name}”的候补`} onClick={() => void actions.waitFor(kind.id)}>
                    加入候补
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
      {buyable && list.plan.length > 0 && <ChooseSeats list={list} state={state} actions={actions} />}
      <FormError className="text-xs text-error empty:hidden">{state.errors['seats'] ?? state.errors['tickets']}</FormError>
      <details className="text-xs text-muted">
        <summary className="cursor-pointer">退票与转让</summary>
        <ul className="num mt-1 list-disc pl-5">
          {list.refund_rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
      {buyable && (
        <div className="flex items-center justify-between gap-3">
          <p className="num" aria-live="polite">
            合计 <b className="text-lg font-semibold text-primary">¥{amountText(Math.round(sum * 100) / 100)}</b>
          </p>
          <Button look="primary" type="submit" busy={state.busy}>
            下一步
          </Button>
        </div>
      )}
    </Form>
  );
}

function Counter({ name, count, onCount }: { name: string; count: number; onCount(count: number): void }) {
  return (
    <fieldset className="flex items-center gap-2" aria-label={`${name} 张数`}>
      <Button size="sm" aria-label="减少" disabled={count === 0} onClick={() => onCount(count - 1)}>
        <Minus size={14} aria-hidden="true" />
      </Button>
      <output className="num w-6 text-center" aria-live="polite">
        {count}
      </output>
      <Button size="sm" aria-label="增加" onClick={() => onCount(count + 1)}>
        <Plus size={14} aria-hidden="true" />
      </Button>
    </fieldset>
  );
}

function Waiting({ entry, busy, actions }: { entry: WaitingEntry; busy: boolean; actions: StepProps['actions'] }) {
  const { id, kind_id, kind_name, count, state, offer_until, ahead } = entry;
  return (
    <div role="status" className="num flex flex-wrap items-center justify-between gap-2 rounded-box bg-gold-tint p-3 text-gold-ink">
      <p>
        {state === 'offered'
          ? `已为您保留 ${count} 张“${kind_name}”，请在 ${timeText(offer_until)} 前支付`
          : `“${kind_name}”候补中，前面还有 ${ahead} 位`}
      </p>
      <p className="flex gap-2">
        {state === 'offered' && (
          <Button size="sm" look="primary" busy={busy} onClick={() => void actions.takeOffer(kind_id, count)}>
            去支付
          </Button>
        )}
        <Button size="sm" busy={busy} onClick={() => void actions.leave(id)}>
          {state === 'offered' ? '放弃' : '退出候补'}
        </Button>
      </p>
    </div>
  );
}
