import { useState } from 'react';
import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import type { InvoiceHolder } from '#contract/order.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';

interface Props {
  price: number;
  /** It is sent to the address when it is issued. */
  mailed: boolean;
  onClose(): void;
  onAsk(wish: InvoiceWish): Promise<string | null>;
}

const HOLDERS: Array<[InvoiceHolder, string]> = [
  ['company', '单位'],
  ['personal', '个人'],
];

type Errors = Partial<Record<keyof InvoiceWish | 'all', string>>;

/** What the tax authority wants to know; the tax number's check character is looked at before it is sent. */
export function InvoiceAsk({ price, mailed, onClose, onAsk }: Props) {
  const [holder, setHolder] = useState<InvoiceHolder>('company');
  const [values, setValues] = useState({ title: '', tax_no: '', mail: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const set = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value });
    setErrors({});
  };
  const submit = async () => {
    const wish = { holder, title: values.title.trim(), tax_no: holder === 'company' ? values.tax_no : '', mail: values.mail.trim() };
    const wrong = wishFaults(wish);
    if (wrong) return setErrors(wrong);
    setBusy(true);
    const refused = await onAsk(wish);
    setBusy(false);
    if (refused === null) onClose();
    else setErrors({ all: refused });
  };
  return (
    <Dialog open title={`申请发票 ¥${amountText(price)}`} width={480} onClose={onClose}>
      <form
        noValidate
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className="mb-2 flex gap-4" aria-label="抬头类型">
          {HOLDERS.map(([value, title]) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="radio"
                className="radio radio-sm"
                name="holder"
                checked={holder === value}
                onChange={() => {
                  setHolder(value);
                  setErrors({});
                }}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <Field
          label={holder === 'company' ? '单位全称' : '抬头'}
          required
          maxLength={100}
          value={values.title}
          error={errors.title ?? null}
          onChange={(event) => set('title', event.target.value)}
        />
        {holder === 'company' && (
          <Field
            label="税号"
            required
            maxLength={40}
            autoCapitalize="characters"
            value={values.tax_no}
            error={errors.tax_no ?? null}
            onChange={(event) => set('tax_no', event.target.value)}
          />
        )}
        <Field
          label={mailed ? '接收邮箱' : '联系邮箱'}
          hint={mailed ? '开出后电子发票会发送到这个邮箱，也可以在订单详情下载。' : '开票有问题时用来联系您；电子发票请在订单详情下载。'}
          type="email"
          required
          maxLength={100}
          autoComplete="email"
          value={values.mail}
          error={errors.mail ?? null}
          onChange={(event) => set('mail', event.target.value)}
        />
        {errors.all && (
          <p role="alert" className="text-error">
            {errors.all}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            提交申请
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
