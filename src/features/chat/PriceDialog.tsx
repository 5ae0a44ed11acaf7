import { useState } from 'react';
import { CHAT_PRICE_MAX, type ChatPrice } from '#contract/chat.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';

/** A price for the other side: what for, how much, how long. */
export function PriceDialog({ close }: { close(price: ChatPrice | null): void }) {
  const [form, setForm] = useState({ title: '', price: '', days: '', note: '' });
  const [errors, setErrors] = useState<Partial<Record<keyof typeof form, string>>>({});
  const change = (name: keyof typeof form) => (event: { target: { value: string } }) => {
    setForm((before) => ({ ...before, [name]: event.target.value }));
    setErrors((before) => ({ ...before, [name]: '' }));
  };
  const submit = () => {
    const title = form.title.trim();
    const wrong: typeof errors = {};
    if (title === '') wrong.title = '请填写报价内容';
    const price = (typedFen(form.price) ?? 0) / 100;
    if (!(price > 0 && price <= CHAT_PRICE_MAX)) wrong.price = '请填金额，例如 12800';
    const days = form.days.normalize('NFKC').trim();
    if (!/^\d{0,3}$/.test(days)) wrong.days = '请输入天数';
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) close({ title, price, days: Number(days), note: form.note.trim() });
  };
  return (
    <Dialog open title="发送报价" width={480} onClose={() => close(null)}>
      <Form className="grid gap-2" onSubmit={submit}>
        <Field label="报价内容" required maxLength={60} value={form.title} error={errors.title ?? ''} onChange={change('title')} />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="金额（元）"
            required
            inputMode="decimal"
            maxLength={20}
            value={form.price}
            error={errors.price ?? ''}
            onChange={change('price')}
          />
          <Field label="工作日（可不填）" inputMode="numeric" value={form.days} error={errors.days ?? ''} onChange={change('days')} />
        </div>
        <TextArea label="说明（可不填）" rows={3} maxLength={500} value={form.note} onChange={change('note')} />
        <p className="text-xs text-muted">对方接受后只表示价格谈定，不会下单，也不会付款。</p>
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(null)}>取消</Button>
          <Button type="submit" look="primary">
            发送报价
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
