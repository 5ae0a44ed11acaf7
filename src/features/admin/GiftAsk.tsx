import { useState } from 'react';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import type { CouponGift, VoucherGift } from './screens.store.ts';

export interface GiftAskProps {
  what: 'coupon' | 'voucher';
  onClose(): void;
  onDo(gift: CouponGift & VoucherGift, reason: string): Promise<string | null>;
}

const sold = Object.values<KindFacts>(KINDS).filter(({ sale }) => sale);
const with_coupons = sold.filter(({ sale }) => sale?.coupon_type);

/** A coupon or a voucher for somebody. */
export function GiftAsk({ what, onClose, onDo }: GiftAskProps) {
  const [kind, setKind] = useState(sold[0]?.key ?? '');
  const [gift, setGift] = useState({ title: '客服补偿券', amount: '10', min_price: '0', days: '30' });
  const field = (name: keyof typeof gift, label: string) => (
    <Field
      label={label}
      required
      inputMode={name === 'title' ? 'text' : 'decimal'}
      maxLength={40}
      value={gift[name]}
      onValue={(text) => setGift({ ...gift, [name]: text })}
    />
  );
  const fields = (
    <>
      <Select
        label="适用内容"
        required
        value={kind}
        onValue={setKind}
        options={(what === 'coupon' ? with_coupons : sold).map(({ key, noun }) => [key, noun])}
      />
      {what === 'coupon' && (
        <>
          {field('title', '名称')}
          {field('amount', '金额（元，0.01 至 100000）')}
          {field('min_price', '使用门槛（元，至 100000，0 为无门槛）')}
        </>
      )}
      {field('days', '有效天数（1 至 730）')}
    </>
  );
  return (
    <Ask
      countersigned
      title={what === 'coupon' ? '发放优惠券' : '发放下载券'}
      verb="确认发放"
      fields={fields}
      onClose={onClose}
      onDo={(reason) => onDo({ kind, ...gift }, reason)}
    />
  );
}
