import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { ReviewedWork } from '#contract/review.ts';
import { priceText } from '#ui/price-text.ts';

/** What the publisher says of a work. */
export function WorkFacts({ work }: { work: ReviewedWork }) {
  const kind = Object.values<KindFacts>(KINDS).find(({ key }) => key === work.kind);
  const sell = !kind?.sale ? '' : work.vip_only ? '会员专享' : work.price === 0 ? '免费' : '';
  const { facts, texts, lists } = work.fields;
  const lines = [...facts, ...texts.map(({ label, text }) => ({ key: label, value: text })), ...lists.flatMap(({ pairs }) => pairs)];
  return (
    <div className="grid gap-2">
      <p className="num flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span>{kind?.noun}</span>
        <span>{work.category}</span>
        {work.pages > 0 && (
          <span>
            {[work.format.toUpperCase(), `${work.pages} ${work.unit}（免费 ${work.free_pages} ${work.unit}）`].filter(Boolean).join(' · ')}
          </span>
        )}
        <span className="font-semibold text-primary">
          {[sell, work.price > 0 && `¥${priceText(work.price)}`, work.company_price > 0 && `企业授权 ¥${priceText(work.company_price)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {work.change && <p className="rounded-field bg-gold-tint p-3 text-gold-ink">这是新版本：{work.change}</p>}
      {work.introduction && <p className="desk-words whitespace-pre-line">{work.introduction}</p>}
      {lines.length > 0 && (
        <dl className="grid grid-cols-[minmax(4em,max-content)_1fr] gap-x-4 gap-y-1">
          {lines.map(({ key, value }) => (
            <div key={key} className="contents">
              <dt className="text-muted">{key}</dt>
              <dd className="whitespace-pre-line break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {work.video_src && (
        // biome-ignore lint/a11y/useMediaCaption: a stranger's film, as it was sent
        <video className="max-h-96 w-full rounded-field bg-black" src={work.video_src} controls playsInline preload="metadata" />
      )}
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
