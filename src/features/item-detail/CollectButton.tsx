import { Star } from 'lucide-react';
import { countText } from '#ui/price-text.ts';

/** The star with its counter. */
export function CollectButton({ on, count, onPress }: { on: boolean; count: number; onPress(): void }) {
  return (
    <button type="button" className="btn btn-ghost num" aria-pressed={on} onClick={onPress}>
      <Star size={18} aria-hidden="true" className={on ? 'fill-gold text-gold' : undefined} />
      {on ? '已收藏' : '收藏'}
      {count > 0 ? <span className="text-muted">{countText(count)}</span> : null}
    </button>
  );
}
