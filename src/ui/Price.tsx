import { classNames } from './class-names.ts';
import { amountText, priceText } from './price-text.ts';

interface PriceProps {
  yuan: number;
  size?: 'md' | 'lg' | 'xl';
  struck?: boolean;
  /** To the fen also above 10,000: where it is paid. */
  exact?: boolean;
}

/** An amount in yuan with a smaller sign, in figures that keep their width. */
export function Price({ yuan, size = 'md', struck = false, exact = false }: PriceProps) {
  const sizes = { md: 'text-base', lg: 'text-lg', xl: 'text-xl' };
  const Tag = struck ? 's' : 'span';
  return (
    <Tag className={classNames('num', sizes[size], struck ? 'text-muted' : 'font-semibold text-primary')}>
      <span className="text-[0.8em]">¥</span>
      {exact ? amountText(yuan) : priceText(yuan)}
    </Tag>
  );
}
