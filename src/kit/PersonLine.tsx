import { BadgeCheck, Star } from 'lucide-react';
import type { OfferPerson } from '#contract/outputs/offer.ts';
import { paths } from '#contract/paths.ts';
import { meanText } from '#contract/rating.ts';

/** Face, name, proof and rating of the other side. */
export function PersonLine({ person }: { person: OfferPerson }) {
  const { id, nickname, headimgurl, rating, certified } = person;
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {headimgurl ? (
        <img src={headimgurl} alt="" width={32} height={32} className="size-8 shrink-0 rounded-full object-cover" />
      ) : (
        <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-sm text-primary">
          {[...nickname][0]}
        </span>
      )}
      <span className="min-w-0">
        {id > 0 ? (
          <a className="quiet-link block truncate font-semibold" href={paths.publisher(id)}>
            {nickname}
          </a>
        ) : (
          <b className="block truncate">{nickname}</b>
        )}
        <span className="num flex items-center gap-1 text-xs text-muted">
          {rating.count > 0 ? (
            <>
              <Star size={12} aria-hidden="true" className="fill-gold text-gold" />
              <span>
                {meanText(rating)} 分（{rating.count} 次合作）
              </span>
            </>
          ) : (
            <span>暂无评价</span>
          )}
          {certified && (
            <span className="ml-1 inline-flex items-center gap-0.5 text-primary">
              <BadgeCheck size={12} aria-hidden="true" />
              已认证
            </span>
          )}
        </span>
      </span>
    </span>
  );
}
