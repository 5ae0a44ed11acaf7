import { useState } from 'react';
import type { SalonQuote } from '#contract/salon.ts';
import { labelOf } from '#contract/seats.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { CodeEntry } from '#kit/pay/CodeEntry.tsx';
import Unavailable from '#kit/pay/Unavailable.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { SelectBox } from '#ui/Select.tsx';
import { Question } from './Question.tsx';
import type { StepProps } from './tickets.store.ts';

/** Who comes, and what it costs. */
export function People({ list, state, actions }: StepProps) {
  const { seats, errors, quote, failure, waits_for } = state;
  return (
    <Form
      className="grid gap-3"
      onSubmit={() =>
        actions.submit().then((sent) => {
          if (!sent) focusFirstError();
        })
      }
    >
      {seats.map((seat, at) => {
        const kind = list.kinds.find(({ id }) => id === seat.kind_id);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place among those of its kind
          <fieldset key={`${seat.kind_id}-${at}`} className="grid gap-x-3 rounded-box border border-line p-3 sm:grid-cols-2">
            <legend className="px-1 text-xs text-muted">
              第 {at + 1} 位 · {[kind?.name, seat.seat_id && labelOf(list.plan, seat.seat_id)].filter(Boolean).join(' · ')}
            </legend>
            <Field
              label="姓名"
              required
              maxLength={20}
              value={seat.name}
              error={errors[`holders.${at}.name`]}
              onValue={(text) => actions.seat(at, { name: text })}
            />
            <Field
              label="手机号"
              required
              type="tel"
              maxLength={20}
              value={seat.phone}
              error={errors[`holders.${at}.phone`]}
              onValue={(text) => actions.seat(at, { phone: text })}
            />
            {kind?.questions.map((question) => (
              <Question
                key={question.key}
                question={question}
                answers={seat.answers}
                error={errors[`holders.${at}.${question.key}`] ?? null}
                onAnswers={(answers) => actions.seat(at, { answers })}
              />
            ))}
          </fieldset>
        );
      })}
      <FormError className="text-error empty:hidden" failure={failure} />
      {waits_for === null && quote && <Bill quote={quote} state={state} actions={actions} />}
      <div className="flex justify-between gap-3">
        <Button onClick={actions.back}>上一步</Button>
        <Button look="primary" type="submit" busy={state.busy}>
          {waits_for !== null ? '加入候补' : quote?.pay_price === 0 && quote.price === 0 ? '确认报名' : '提交订单'}
        </Button>
      </div>
    </Form>
  );
}

function Bill({ quote, state, actions }: { quote: SalonQuote } & Pick<StepProps, 'state' | 'actions'>) {
  const [typed, setTyped] = useState('');
  return (
    <section className="num grid gap-2 rounded-box bg-ground p-3" aria-label="费用">
      {quote.lines.map(({ kind_id, name, count, price, why }) => (
        <p key={kind_id} className="flex justify-between gap-3">
          <span>
            {name} × {count}
            {why && <span className="ml-1 text-xs text-gold-ink">{why}</span>}
          </span>
          <span>¥{amountText(price)}</span>
        </p>
      ))}
      {quote.coupons.length > 0 && (
        <label className="flex items-center justify-between gap-3">
          优惠券
          <SelectBox
            className="select select-sm w-auto"
            value={state.coupon_id}
            disabled={state.busy}
            onValue={(chosen) => void actions.choose({ coupon_id: Number(chosen) })}
            none={[0, '不使用']}
            options={quote.coupons.map(({ id, title, price }) => [id, `${title} -¥${amountText(price)}`])}
          />
        </label>
      )}
      <Unavailable quote={quote} busy={state.busy} onFreed={actions.compute} />
      {quote.balance > 0 && quote.price > 0 && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={state.use_balance}
            disabled={state.busy}
            onChange={(event) => void actions.choose({ use_balance: event.target.checked })}
          />
          使用余额（¥{amountText(quote.balance)}）{quote.deduction_price > 0 && `，抵扣 ¥${amountText(quote.deduction_price)}`}
        </label>
      )}
      {quote.list_price > 0 && (
        <CodeEntry
          quote={quote}
          busy={state.busy}
          typed={typed}
          onType={setTyped}
          onCode={(code) => void actions.choose({ code, coupon_id: 0 })}
        />
      )}
      {quote.code !== '' && (
        <p className="flex justify-between gap-3">
          原价 ¥{amountText(quote.list_price)}，优惠码减{' '}
          <span className="text-primary">-¥{amountText(quote.list_price - quote.price)}</span>
        </p>
      )}
      <p className="flex justify-between gap-3 border-t border-line pt-2" aria-live="polite">
        应付 <b className="text-lg font-semibold text-primary">¥{amountText(quote.pay_price)}</b>
      </p>
    </section>
  );
}
