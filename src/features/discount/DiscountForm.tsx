import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { DISCOUNT_CODE, DISCOUNT_FLOOR, DISCOUNT_PERCENT_MAX, DISCOUNT_RULE, type Discount } from '#contract/discount.ts';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { saveDiscount } from './discount-calls.ts';

interface Props {
  /** Of a new code: the one that it is for; absent: all. */
  work?: { id: number; title: string };
  /** The one to be changed. */
  discount?: Discount;
  close(saved: Discount | null): void;
}

const DAYS = 30;
const dayAfter = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const numberText = (value: number | undefined) => (value ? String(value) : '');

/** What a code takes off, of what, when and how often. */
export function DiscountForm({ work, discount, close }: Props) {
  const [first] = useState(() => ({
    code: discount?.code ?? '',
    by: discount && discount.amount > 0 ? 'amount' : 'percent',
    off: numberText(discount?.percent_off || discount?.amount),
    min_price: numberText(discount?.min_price),
    from: discount?.from ?? dayAfter(0),
    to: discount?.to ?? dayAfter(DAYS),
    most: numberText(discount?.most),
    per_person: discount ? numberText(discount.per_person) : '1',
  }));
  const [form, setForm] = useState(first);
  useLeaveWarning(form !== first);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const item_id = discount?.item_id || work?.id;
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: errors[name],
    onValue: (text: string) => setForm((before) => ({ ...before, [name]: text })),
  });
  const save = async () => {
    setBusy(true);
    setErrors({});
    const { by, off, ...rest } = form;
    try {
      const saved = await saveDiscount({
        ...(discount ? { id: discount.id } : {}),
        ...(item_id ? { item_id } : {}),
        ...{ ...rest, percent_off: by === 'percent' ? off : 0, amount: by === 'amount' ? off : 0 },
      });
      toastSuccess(discount ? '已保存' : '优惠码已生效');
      close(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { percent_off, amount, ...wrong } = error.fields;
      const of_off = percent_off ?? amount;
      if (Object.keys(error.fields).length > 0) setErrors({ ...wrong, ...(of_off ? { off: of_off } : {}) });
      else setErrors({ form: error.msg });
      setBusy(false);
    }
  };
  const scope = discount?.item || work?.title;
  return (
    <Dialog open title={discount ? '修改优惠码' : '新建优惠码'} width={480} modal_only onClose={() => close(null)}>
      <Form className="grid gap-1" onSubmit={() => void save()}>
        <p className="mb-2 text-muted">
          适用于{scope ? `《${scope}》` : '您的全部作品与沙龙门票'}。{DISCOUNT_FLOOR}
        </p>
        <Field label="优惠码" required maxLength={DISCOUNT_CODE.max} placeholder="文字和数字，如 SPRING20" {...field('code')} />
        <div className="grid gap-x-3 sm:grid-cols-2">
          <Select
            label="优惠方式"
            options={[
              ['percent', '按百分比'],
              ['amount', '减固定金额'],
            ]}
            {...field('by')}
          />
          <Field
            label={form.by === 'percent' ? '减百分之几' : '减多少元'}
            required
            inputMode="decimal"
            placeholder={form.by === 'percent' ? `1 至 ${DISCOUNT_PERCENT_MAX}，减 20 即八折` : '如 10'}
            {...field('off')}
          />
          <Field label="开始日期" required type="date" {...field('from')} />
          <Field label="结束日期（含当天）" required type="date" {...field('to')} />
          <Field label="总次数" inputMode="numeric" placeholder="不限" {...field('most')} />
          <Field label="每人次数" inputMode="numeric" placeholder="不限" {...field('per_person')} />
          <Field label="最低原价（元）" inputMode="decimal" placeholder="不限" {...field('min_price')} />
        </div>
        <p className="mb-2 text-xs text-muted">{DISCOUNT_RULE}订单关闭或退款后，用掉的次数会还回来。</p>
        {errors['form'] && <FormError className="text-error">{errors['form']}</FormError>}
        <div>
          <Button type="submit" look="primary" busy={busy}>
            {discount ? '保存' : '生成优惠码'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
