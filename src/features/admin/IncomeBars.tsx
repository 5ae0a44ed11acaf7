import type { TodayFacts } from '#contract/admin.ts';
import { amountText } from '#ui/price-text.ts';

/** Income of the last days as bars, the oldest first; the table beside it says the same in numbers. */
export function IncomeBars({ days }: { days: TodayFacts['days'] }) {
  const most = Math.max(...days.map(({ income }) => income), 0);
  return (
    <figure aria-label="近七日收入的柱状图，数字见表">
      <div className="flex h-44 items-end gap-2" aria-hidden="true">
        {days.toReversed().map(({ day, income }) => (
          <div key={day} className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1">
            <span className="num text-xs text-muted max-sm:hidden">{income > 0 ? amountText(income) : ''}</span>
            <span
              className="block w-full rounded-field bg-primary"
              style={{ height: most > 0 ? `${Math.max(1, (income / most) * 70)}%` : '1%' }}
              data-bar={income}
            />
            <span className="num text-xs text-muted">{day.slice(5)}</span>
          </div>
        ))}
      </div>
      <figcaption className="mt-2 text-center text-xs text-muted">收入（元）</figcaption>
    </figure>
  );
}
