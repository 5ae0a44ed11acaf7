import { Crown } from 'lucide-react';
import { amountText } from '#ui/price-text.ts';
import type { ShownPrice } from './actions.ts';

const TONES: Record<ShownPrice['tone'], string> = { price: '', free: 'text-success', member: 'text-gold-ink', right: 'text-success' };

/** The price as this reader meets it. */
export function PriceBlock({ shown }: { shown: ShownPrice }) {
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline gap-2">
        {shown.amount === null ? (
          <span className={`text-xl font-semibold ${TONES[shown.tone]}`}>{shown.words}</span>
        ) : (
          <span className="num text-xl font-semibold text-primary">
            <span className="text-base">¥</span>
            {amountText(shown.amount)}
          </span>
        )}
        {shown.before > 0 ? (
          <s className="num text-muted">
            <span className="sr-only">原价</span>¥{amountText(shown.before)}
          </s>
        ) : null}
        {shown.note !== '' ? <span className="ml-auto text-xs text-muted">{shown.note}</span> : null}
      </p>
      {shown.member_line !== '' ? (
        <p className="num flex items-center gap-2 rounded-lg bg-gold-tint px-3 py-2 text-gold-ink">
          <Crown size={16} aria-hidden="true" />
          {shown.member_line}
        </p>
      ) : null}
    </div>
  );
}
