import { useState } from 'react';
import { type InvoiceWish, wishFaults } from '#contract/invoice-wish.ts';
import { CORRECTION_REASON_MAX, type Invoice } from '#contract/order.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { InvoiceWishFields, sentWish, type WishErrors } from './InvoiceWishFields.tsx';

interface Props {
  /** Null: only for whom the next ones are is asked. */
  price: number | null;
  /** It is sent to the address when it is issued. */
  mailed: boolean;
  /** The issued one that is to be made again; absent: it is the first. */
  had?: Invoice;
  /** What stands in the fields at first. */
  wish?: InvoiceWish | null;
  onClose(): void;
  onAsk(wish: InvoiceWish, reason: string): Promise<string | null>;
}

/** What the tax authority wants to know; the tax number's check character is looked at before it is sent. */
export function InvoiceAsk({ price, mailed, had, wish: before, onClose, onAsk }: Props) {
  const [wish, setWish] = useState<InvoiceWish>(had ?? before ?? { holder: 'company', title: '', tax_no: '', mail: '' });
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<WishErrors & { reason?: string }>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const sent = sentWish(wish);
    const wrong = { ...wishFaults(sent), ...(had && reason.trim() === '' ? { reason: '请填写换开的原因' } : {}) };
    if (Object.keys(wrong).length > 0) return setErrors(wrong);
    setBusy(true);
    const refused = await onAsk(sent, reason.trim());
    setBusy(false);
    if (refused === null) onClose();
    else setErrors({ all: refused });
  };
  const leave = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog open title={had ? '换开发票' : price === null ? '发票抬头' : `申请发票 ¥${amountText(price)}`} width={480} onClose={leave}>
      <Form className="grid gap-1" onSubmit={submit}>
        {had && (
          <p className="mb-2 text-muted">
            发票 <span className="num">{had.number}</span> 会先红冲作废，再按下面的内容另开一张。请先不要用原发票报销或抵扣。
          </p>
        )}
        <InvoiceWishFields
          wish={wish}
          errors={errors}
          mailed={mailed}
          onChange={(change) => {
            setWish({ ...wish, ...change });
            setErrors({});
          }}
        />
        {had && (
          <Field
            label="换开原因"
            required
            maxLength={CORRECTION_REASON_MAX}
            placeholder="如：公司名称写错"
            value={reason}
            error={errors.reason}
            onValue={(text) => {
              setReason(text);
              setErrors({});
            }}
          />
        )}
        {errors.all && <FormError className="text-error">{errors.all}</FormError>}
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            取消
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {had ? '申请换开' : price === null ? '保存' : '提交申请'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
