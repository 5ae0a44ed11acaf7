import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { refreshUser } from '#client/refresh-user.ts';
import { SEATS_MAX } from '#contract/company.ts';
import type { VipPlan, VipSpec } from '#contract/membership.ts';
import { type UnionVip, unionPage } from '#contract/union.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Equities } from './Equities.tsx';
import { VipDone } from './VipDone.tsx';
import { VipPay } from './VipPay.tsx';
import { createShop, createUnions, type VipWish } from './vip.store.ts';
import { limitText } from './vip-texts.ts';

/** Without any bundles, or while they are not known, nothing stands here. */
function Unions() {
  const [bundles] = useState(createUnions);
  const { value } = useStore(bundles.$state);
  useEffect(() => void bundles.actions.load(), [bundles]);
  return value && <UnionLinks bundles={value} />;
}

/** Bundles with partners have a page of their own, in a new tab (spec 2): the purchase stays open. */
export function UnionLinks({ bundles }: { bundles: ReadonlyArray<Pick<UnionVip, 'id' | 'title' | 'price'>> }) {
  return bundles.map(({ id, title, price }) => (
    <a key={id} className="link link-hover text-gold-ink" href={unionPage(id)} target="_blank" rel="noopener">
      联合会员：{title} ¥{amountText(price)}
    </a>
  ));
}

export interface VipPurchaseProps {
  wish: VipWish;
  onBought: () => void;
  /** Absent on a page of its own: there is nothing to close. */
  onClose?: () => void;
}

/** A tab a membership, a card a duration, what it gives, and the payment; then the success screen (spec 2, VIP purchase modal). */
export function VipPurchase({ wish, onBought, onClose }: VipPurchaseProps) {
  const [shop] = useState(createShop);
  const { value: plans, failure } = useStore(shop.$state);
  const [vip_type, setType] = useState(wish.vip_type);
  const [chosen, setChosen] = useState(wish.vip_id ?? 0);
  /** Another round of the same choice: a coupon ended, and the order is made again. */
  const [round, setRound] = useState(0);
  const [paid, setPaid] = useState('');
  const [seats, setSeats] = useState(wish.seats ?? 0);
  const load = () => void shop.actions.load();
  useEffect(() => void shop.actions.load(), [shop]);
  if (failure) return <ErrorState {...failure} onRetry={load} />;
  if (!plans) return <Skeleton rows={4} row_class="h-24" label="正在加载会员套餐" />;
  if (paid && seats > 0) {
    return (
      <div role="status" className="grid justify-items-center gap-3 py-10">
        <p className="text-lg font-semibold">支付成功，席位已生效</p>
        <Button look="primary" onClick={onClose}>
          去分配席位
        </Button>
      </div>
    );
  }
  if (paid) return <VipDone orderid={paid} {...(onClose ? { onClose } : {})} />;
  const sold = plans
    .map((plan) => (seats > 0 ? { ...plan, spec: plan.spec.filter((spec) => spec.days > 0) } : plan))
    .filter((plan) => plan.status === 1 && plan.spec.length > 0 && (!wish.line || plan.vip_type === wish.vip_type));
  const named = sold.find(({ spec }) => spec.some(({ id }) => id === chosen));
  const plan = sold.find((one) => one.vip_type === vip_type) ?? named ?? sold[0];
  if (!plan) return <p className="py-10 text-center text-muted">暂时没有可以开通的会员，请稍后再来。</p>;
  // a year is what most take: the first card is the trial
  const spec = plan.spec.find(({ id }) => id === chosen) ?? plan.spec[1] ?? plan.spec[0];
  if (!spec) return null;
  return (
    <Tabs
      label="会员种类"
      tabs={sold.map((one) => ({ key: String(one.vip_type), title: one.name }))}
      current={String(plan.vip_type)}
      onChange={(key) => setType(Number(key))}
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-muted">
          {plan.desc}
          {seats === 0 && <Unions />}
        </p>
        <SpecCards plan={plan} chosen={spec.id} onChoose={setChosen} />
        <Equities key={plan.vip_type} plan={plan} spec={spec} />
        {seats > 0 && !wish.line && <SeatNumber seats={seats} onSeats={setSeats} />}
        <VipPay
          key={`${spec.id}/${round}/${seats}`}
          spec={spec}
          coupon_type={seats > 0 ? 0 : plan.coupon_type}
          fresh={round > 0}
          wish={{ ...wish, seats }}
          onPaid={(orderid) => {
            setPaid(orderid);
            // spec 4: user info is asked for again and saved
            void refreshUser();
            onBought();
          }}
          onCouponEnded={() => setRound(round + 1)}
        />
      </div>
    </Tabs>
  );
}

/** Durations with their prices, one of them chosen. */
function SpecCards({ plan, chosen, onChoose }: { plan: VipPlan; chosen: number; onChoose: (id: number) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">开通时长</legend>
      <div className="vip-specs">
        {plan.spec.map((spec) => (
          <label key={spec.id} className="vip-spec">
            <input type="radio" name="vip-spec" className="sr-only" checked={spec.id === chosen} onChange={() => onChoose(spec.id)} />
            <span className="font-semibold">{spec.show_date}</span>
            <span className="num text-[28px] leading-tight font-semibold text-primary">
              <span className="text-base">¥</span>
              {amountText(spec.price)}
            </span>
            <span className="num text-xs text-muted">
              {spec.org_price > spec.price ? <s>¥{amountText(spec.org_price)}</s> : perDay(spec)}
            </span>
            <span className="text-xs text-muted">{limitText(plan.vip_type, spec.max_download_pre_day)}</span>
            {spec.spec_desc && <span className="vip-spec-note">{spec.spec_desc}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function perDay({ price, days }: VipSpec): string {
  return days === 0 ? '长期有效' : `约 ¥${amountText(Math.round((price / days) * 100) / 100)}/天`;
}

/** How many people; the order is made again when the field is left, not with each digit. */
function SeatNumber({ seats, onSeats }: { seats: number; onSeats: (seats: number) => void }) {
  return (
    <Field
      label="席位数"
      type="number"
      min={1}
      max={SEATS_MAX}
      defaultValue={seats}
      hint="一个席位给一位同事使用，可以随时收回再分配。"
      onBlur={(event) => onSeats(Math.min(SEATS_MAX, Math.max(1, Math.floor(Number(event.target.value)) || 1)))}
    />
  );
}
