import { classNames } from './class-names.ts';
import { priceText } from './price-text.ts';

/** An amount in yuan with a smaller sign, in figures that keep their width. */
export function Price({ yuan, size = 'md', struck = false }: { yuan: number; size?: 'md' | 'lg' | 'xl'; struck?: boolean }) {
  const sizes = { md: 'text-base', lg: 'text-lg', xl: 'text-xl' };
  const Tag = struck ? 's' : 'span';
  return (
    <Tag className={classNames('num', sizes[size], struck ? 'text-muted' : 'font-semibold text-primary')}>
      <span className="text-[0.7em]">¥</span>
      {priceText(yuan)}
    </Tag>
  );
}
