import { useState } from 'react';
import { ADDRESS_MAX, addressFaults } from '#contract/draw.ts';
import { RECEIVER_MAX } from '#contract/receiver.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { type AddressFaults, saveAddress } from './draw-acts.ts';

type FieldName = 'receiver' | 'address' | 'tel';

/** Where a prize is sent; every field is checked when it is left (spec 5). */
export function AddressForm({ blind_id, onSaved }: { blind_id: number; onSaved(): void }) {
  const [form, setForm] = useState({ receiver: '', address: '', tel: '' });
  const [faults, setFaults] = useState<AddressFaults>({});
  const [busy, setBusy] = useState(false);
  const field = (name: FieldName, label: string, max: number, more: { autoComplete: string; inputMode?: 'tel' }) => (
    <Field
      label={label}
      required
      maxLength={max}
      {...more}
      value={form[name]}
      error={faults[name]}
      onValue={(text) => setForm({ ...form, [name]: text })}
      onBlur={() => setFaults({ ...faults, [name]: addressFaults(form)[name] })}
    />
  );
  const submit = async () => {
    const wrong = addressFaults(form);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const left = await saveAddress({ blind_id, ...form });
    setBusy(false);
    setFaults(left);
    if (Object.keys(left).length === 0) onSaved();
  };
  return (
    <Form onSubmit={submit}>
      {field('receiver', '收件人', RECEIVER_MAX, { autoComplete: 'name' })}
      {field('tel', '手机号码', 11, { autoComplete: 'tel', inputMode: 'tel' })}
      {field('address', '收件地址', ADDRESS_MAX, { autoComplete: 'street-address' })}
      <p className="mb-2 text-xs text-muted">实物奖品在工作日 24 小时内寄出。</p>
      <FormError>{faults.form}</FormError>
      <Button type="submit" look="primary" busy={busy}>
        保存地址
      </Button>
    </Form>
  );
}
