import { KINDS } from '#contract/kinds.ts';
import type { ReviewedWork } from '#contract/review.ts';
import { priceText } from '#ui/price-text.ts';

/** What the publisher says of a work. */
export function WorkFacts({ work }: { work: ReviewedWork }) {
  const sell = work.vip_only ? '会员专享' : work.price === 0 ? '免费' : '';
  const noun = Object.values(KINDS).find(({ key }) => key === work.kind)?.noun;
  return (
    <div className="grid gap-2">
      <p className="num flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span>{noun}</span>
        <span>{work.category}</span>
        {work.pages > 0 && (
          <span>
            {work.format.toUpperCase()} · {work.pages} 页（免费 {work.free_pages} 页）
          </span>
        )}
        <span className="font-semibold text-primary">
          {[sell, work.price > 0 && `¥${priceText(work.price)}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      {work.introduction && <p className="whitespace-pre-line lg:max-h-32 lg:overflow-y-auto">{work.introduction}</p>}
      {work.tags.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="标签">
          {work.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-ground px-3 py-1 text-xs">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
