import { ONLINE_CITY, ONLINE_VENUE } from '#contract/salon.ts';
import { clockText, dayText, priceRangeText } from '#contract/salon-time.ts';
import { classNames } from '#ui/class-names.ts';
import { posterOf } from '../item-list/poster.ts';
import type { SalonFormState } from './salon-form.store.ts';

/** The card as lists will show it, while its form is filled; the drawing may have its other colours there. */
export function CardPreview({ form, shown, known }: Pick<SalonFormState, 'form' | 'shown' | 'known'>) {
  const { title, organiser, cover, guests, kinds } = form;
  const online = form.mode === 'online';
  const city = online ? ONLINE_CITY : form.city;
  const venue = form.venue || (online ? ONLINE_VENUE : '');
  const begins = Date.parse(`${form.date}T${form.from}:00+08:00`) / 1000;
  const [day = '', weekday = ''] = Number.isNaN(begins) ? ['日期'] : dayText(begins).split(' ');
  const time = Number.isNaN(begins) ? '时间' : `${weekday} ${clockText(begins)}`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120" preserveAspectRatio="xMaxYMid slice">${posterOf({ id: known?.id ?? 0, title }).drawing}</svg>`;
  const prices = kinds.map(({ price }) => Number.parseFloat(price)).filter((price) => !Number.isNaN(price));
  const names = guests.map(({ name }) => name).filter(Boolean);
  return (
    <aside aria-label="卡片预览" className="lg:absolute lg:inset-y-0 lg:right-0 lg:w-[280px]">
      <div className="lg:sticky lg:top-20">
        <p className="mb-2 text-xs text-muted">列表里的样子</p>
        <div className="panel">
          <div className={classNames('salon-poster num', cover !== undefined && 'salon-poster-own')}>
            <img
              className="fit absolute inset-0"
              src={cover === undefined ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : shown[cover]}
              alt=""
            />
            <p className="salon-poster-day">{day}</p>
            <p>
              {time} · {city || '城市'}
            </p>
          </div>
          <div className="grid gap-2 p-4">
            <p className="line-clamp-2 text-base font-semibold">{title || '标题'}</p>
            <p className="truncate text-muted">{[`${city} ${venue}`.trim() || '场地', names.join('、')].filter(Boolean).join(' · ')}</p>
            <p className="num flex flex-wrap items-end justify-between gap-x-4">
              <b className="text-base font-semibold text-primary">
                {prices.length === 0 ? '票价' : priceRangeText({ price_from: Math.min(...prices), price_to: Math.max(...prices) })}
              </b>
              <span className="text-xs text-muted">{organiser}</span>
            </p>
          </div>
        </div>
      </div>
    </aside>
  );
}
