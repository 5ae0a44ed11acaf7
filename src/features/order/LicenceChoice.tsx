import { LICENCES } from '#contract/licence.ts';
import type { Quote } from '#contract/order.ts';
import type { Terms } from '#kit/pay/purchase.store.ts';
import { amountText } from '#ui/price-text.ts';

export interface LicenceChoiceProps {
  quote: Pick<Quote, 'licence' | 'company_price' | 'shared'>;
  busy: boolean;
  onTerms: (terms: Terms) => void;
}

/** What a buyer may do with the work afterwards. */
export function LicenceChoice({ quote, busy, onTerms }: LicenceChoiceProps) {
  return (
    <fieldset className="grid gap-2 rounded-box border border-line p-4" disabled={busy}>
      <legend className="sr-only">授权</legend>
      {(['personal', 'company'] as const).map((licence) => (
        <label key={licence} className="flex cursor-pointer gap-3">
          <input
            type="radio"
            name="licence"
            className="radio radio-primary radio-sm mt-0.5"
            checked={quote.licence === licence}
            onChange={() => onTerms({ licence })}
          />
          <span>
            <span className="font-semibold">{LICENCES[licence].name}</span>
            {licence === 'company' && <span className="num text-primary"> ¥{amountText(quote.company_price)}</span>}
            <span className="block text-xs text-muted">{LICENCES[licence].about}</span>
            {licence === 'company' && quote.shared && <span className="block text-xs">归企业所有，同事都可以在“我的订单与下载”里下载</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
