import type { InvoiceWish } from '#contract/invoice-wish.ts';
import type { InvoiceHolder } from '#contract/order.ts';
import { Field } from '#ui/Field.tsx';

const HOLDERS: Array<[InvoiceHolder, string]> = [
  ['company', '单位'],
  ['personal', '个人'],
];

export type WishErrors = Partial<Record<keyof InvoiceWish | 'all', string>>;

interface Props {
  wish: InvoiceWish;
  errors: WishErrors;
  /** It is sent to the address when it is issued. */
  mailed: boolean;
  onChange(change: Partial<InvoiceWish>): void;
}

/** Who an invoice is for, of a request and of a correction. */
export function InvoiceWishFields({ wish, errors, mailed, onChange }: Props) {
  const { holder } = wish;
  return (
    <>
      <fieldset className="mb-2 flex gap-4" aria-label="抬头类型">
        {HOLDERS.map(([value, title]) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="radio"
              className="radio radio-sm"
              name="holder"
              checked={holder === value}
              onChange={() => onChange({ holder: value })}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <Field
        label={holder === 'company' ? '单位全称' : '抬头'}
        required
        maxLength={100}
        value={wish.title}
        error={errors.title}
        onValue={(text) => onChange({ title: text })}
      />
      {holder === 'company' && (
        <Field
          label="税号"
          required
          maxLength={40}
          autoCapitalize="characters"
          value={wish.tax_no}
          error={errors.tax_no}
          onValue={(text) => onChange({ tax_no: text })}
        />
      )}
      <Field
        label={mailed ? '接收邮箱' : '联系邮箱'}
        hint={mailed ? '开出后电子发票会发送到这个邮箱，也可以在订单详情下载。' : '开票有问题时用来联系；电子发票请在订单详情下载。'}
        type="email"
        required
        maxLength={100}
        autoComplete="email"
        value={wish.mail}
        error={errors.mail}
        onValue={(text) => onChange({ mail: text })}
      />
    </>
  );
}

/** As it is sent: persons have no tax number. */
export const sentWish = ({ holder, title, tax_no, mail }: InvoiceWish): InvoiceWish => ({
  ...{ holder, title: title.trim(), mail: mail.trim() },
  tax_no: holder === 'company' ? tax_no : '',
});
