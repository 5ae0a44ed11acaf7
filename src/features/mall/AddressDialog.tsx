import { useState } from 'react';
import { type AddressInput, checkAddress, DETAIL_MAX } from '#contract/address.ts';
import type { Address } from '#contract/outputs/mall.ts';
import { RECEIVER_MAX } from '#contract/receiver.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { RegionFields } from '#kit/RegionFields.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { type Addresses, type AddressFaults, isSaved } from './addresses.store.ts';

const BLANK: AddressInput = { id: 0, receiver: '', tel: '', province: '', city: '', detail: '', is_default: false };

interface AddressDialogProps {
  /** Null: a new one. */
  address: Address | null;
  book: Addresses;
  onClose(): void;
  onSaved(address: Address): void;
}

/** An address, new or changed; every field is checked when it is left. */
export function AddressDialog({ address, book, onClose, onSaved }: AddressDialogProps) {
  const [form, setForm] = useState<AddressInput>(address ? { ...address, is_default: address.is_default === 1 } : BLANK);
  const [faults, setFaults] = useState<AddressFaults>({});
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<AddressInput>) => setForm({ ...form, ...change });
  const check = (name: keyof ReturnType<typeof checkAddress>) => setFaults({ ...faults, [name]: checkAddress(form)[name] });
  const submit = async (box: HTMLFormElement) => {
    setBusy(true);
    const answer = await book.actions.save(form);
    setBusy(false);
    if (isSaved(answer)) onSaved(answer);
    else {
      setFaults(answer);
      focusFirstError(box);
    }
  };
  const line = (name: 'receiver' | 'tel' | 'detail', label: string, max: number, more: { autoComplete: string; inputMode?: 'tel' }) => (
    <Field
      label={label}
      required
      maxLength={max}
      {...more}
      value={form[name]}
      error={faults[name]}
      onValue={(text) => set({ [name]: text })}
      onBlur={() => check(name)}
    />
  );
  return (
    <Dialog open title={address ? '修改收货地址' : '新增收货地址'} width={480} modal_only onClose={onClose}>
      <Form onSubmit={submit}>
        {line('receiver', '收件人', RECEIVER_MAX, { autoComplete: 'name' })}
        {line('tel', '手机号码', 11, { autoComplete: 'tel', inputMode: 'tel' })}
        <div className="grid grid-cols-2 gap-3">
          <RegionFields
            by="name"
            labels={['省份', '城市']}
            province={form.province}
            city={form.city}
            errors={faults}
            required
            none="请选择"
            onProvince={(province) => set({ province, city: '' })}
            onCity={(city) => set({ city })}
            onLeave={check}
          />
        </div>
        {line('detail', '详细地址', DETAIL_MAX, { autoComplete: 'street-address' })}
        <label className="mb-2 flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={form.is_default}
            disabled={address?.is_default === 1}
            onChange={(event) => set({ is_default: event.target.checked })}
          />
          设为默认地址
        </label>
        <FormError>{faults['form']}</FormError>
        <Button type="submit" look="primary" busy={busy} className="w-full">
          保存地址
        </Button>
      </Form>
    </Dialog>
  );
}
