import type { VipPlan, VipSpec } from '#contract/membership.ts';
import { amountText } from '#ui/price-text.ts';
import { limitText } from './limit-text.ts';

/** Durations with their prices, one of them chosen. */
export function SpecCards({ plan, chosen, onChoose }: { plan: VipPlan; chosen: number; onChoose: (id: number) => void }) {
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
