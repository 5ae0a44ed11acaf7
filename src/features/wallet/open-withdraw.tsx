import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { EARNING_WAY_TEXTS, PAYOUT_METHODS, type Withdrawals } from '#contract/wallet.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field, type FieldProps } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { amountText } from '#ui/price-text.ts';
import { arrivesText, createWithdraw, type Withdraw } from './withdraw.store.ts';

/** Where earnings shall go: out, all of them out because the account is closed, or to the balance. */
export type WithdrawWish = 'out' | 'closing' | 'balance';

/** Asks for earnings to be paid out or moves them to the balance; true: it was taken. */
export function openWithdraw(limits: Withdrawals, wish: WithdrawWish): Promise<boolean> {
  return openDialog((close) => <WithdrawDialog limits={limits} wish={wish} onClose={close} />);
}

/** From when on one has to be verified, and the way there for who is not. */
function IdentityNote({ limits: { identity_from, verified } }: { limits: Withdrawals }) {
  const when = identity_from === 0 ? '提现' : `本月提现累计满 ¥${amountText(identity_from)} 时`;
  return (
    <p className="text-xs text-muted">
      {when}，收款人须为实名认证的本人或已认证的企业。
      {verified ? null : (
        <a className="text-primary underline underline-offset-2" href="/personalCenter/myVerify" target="_blank" rel="noopener">
          去认证
        </a>
      )}
    </p>
  );
}

/** What is withheld of the amount and what arrives, before it is confirmed. */
function TaxNote({ limits, amount }: { limits: Withdrawals; amount: number }) {
  const text = amount > 0 && arrivesText(limits, amount);
  return (
    text && (
      <p role="status" className="num rounded-field bg-gold-tint px-3 py-2 text-xs text-gold-ink">
        {text}
      </p>
    )
  );
}

interface DialogProps {
  limits: Withdrawals;
  wish: WithdrawWish;
  onClose: (done: boolean) => void;
}

function WithdrawDialog({ limits, wish, onClose }: DialogProps) {
  const closing = wish === 'closing';
  const to_balance = wish === 'balance';
  const [{ $state, actions }] = useState(() => createWithdraw(limits, closing, to_balance ? 'balance' : undefined));
  const { values, errors, busy } = useStore($state);
  const submit = async () => {
    if (!(await actions.submit())) return;
    toastSuccess(to_balance ? '已转入余额' : '提现申请已提交，请等待审核');
    onClose(true);
  };
  const field = (name: 'amount' | 'name' | 'account') => ({
    name,
    value: values[name],
    error: errors[name] ?? null,
    onChange: (event: { target: { value: string } }) => actions.set(name, event.target.value),
    onBlur: () => actions.check(name),
  });
  const is_bank = values.method === 'bank';
  return (
    <Dialog open title={to_balance ? '收益转入余额' : '申请提现'} modal_only onClose={() => busy || onClose(false)}>
      <Form className="grid gap-1" onSubmit={submit}>
        <Field
          {...field('amount')}
          label={to_balance ? '转入金额（元）' : '提现金额（元）'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={11}
          readOnly={closing}
          hint={
            to_balance
              ? `可转 ¥${amountText(limits.available)}`
              : `${closing ? '' : `每次至少 ¥${amountText(limits.minimum)}，`}可提现 ¥${amountText(limits.available)}`
          }
          after={
            closing ? null : (
              <Button className="shrink-0" onClick={() => actions.set('amount', String(limits.available))}>
                全部
              </Button>
            )
          }
        />
        {closing && <p className="text-xs text-muted">注销前一次提现全部收益，不受最低金额限制；到账后可继续注销账号。</p>}
        {to_balance ? (
          <p className="mb-2 text-xs text-muted">立即到账，可购买站内的作品、课程、会员与门票；转入后不能再提现。</p>
        ) : (
          <Payee limits={limits} is_bank={is_bank} actions={actions} field={field} />
        )}
        <TaxNote limits={limits} amount={Number(values.amount)} />
        <FormError>{errors.form}</FormError>
        <Button type="submit" look="primary" size="lg" wide busy={busy}>
          {to_balance ? '确认转入' : '提交申请'}
        </Button>
      </Form>
    </Dialog>
  );
}

interface PayeeProps {
  limits: Withdrawals;
  is_bank: boolean;
  actions: Withdraw['actions'];
  field(name: 'name' | 'account'): Omit<FieldProps, 'label'>;
}

/** Who gets it, and what they should know before. */
function Payee({ limits, is_bank, actions, field }: PayeeProps) {
  return (
    <>
      <fieldset className="mb-2 flex gap-6">
        <legend className="mb-1 text-sm font-semibold">收款方式</legend>
        {PAYOUT_METHODS.map((method) => (
          <label key={method} className="flex items-center gap-2">
            <input
              type="radio"
              name="method"
              className="radio radio-primary radio-sm"
              checked={is_bank === (method === 'bank')}
              onChange={() => actions.setMethod(method)}
            />
            {EARNING_WAY_TEXTS[method]}
          </label>
        ))}
      </fieldset>
      <Field {...field('name')} label="收款人姓名" autoComplete="name" maxLength={40} placeholder="与账户一致的真实姓名" />
      <Field
        {...field('account')}
        label={is_bank ? '银行卡号' : '支付宝账号'}
        inputMode={is_bank ? 'numeric' : 'text'}
        autoComplete="off"
        maxLength={is_bank ? 23 : 130}
        placeholder={is_bank ? '16 至 19 位卡号' : '绑定的手机号或邮箱'}
      />
      <IdentityNote limits={limits} />
      {limits.tax_note && <p className="rounded-field bg-gold-tint px-3 py-2 text-xs text-gold-ink">{limits.tax_note}</p>}
      <p className="text-xs text-muted">
        {limits.last ? '已填入上次的收款账户，可以改为别的；' : ''}
        姓名与账号加密保存，只用于给您打款。审核通过后打款，未成功的金额会退回收益。
      </p>
    </>
  );
}
