import { type UnionVip, unionPage } from '#contract/union.ts';
import { amountText } from '#ui/price-text.ts';

/** Bundles with partners have a page of their own, in a new tab (spec 2): the purchase stays open. */
export function UnionLinks({ bundles }: { bundles: ReadonlyArray<Pick<UnionVip, 'id' | 'title' | 'price'>> }) {
  return bundles.map(({ id, title, price }) => (
    <a key={id} className="link link-hover text-gold-ink" href={unionPage(id)} target="_blank" rel="noopener">
      联合会员：{title} ¥{amountText(price)}
    </a>
  ));
}
