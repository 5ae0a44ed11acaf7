import { Star, ThumbsUp } from 'lucide-react';
import { countText } from '#ui/price-text.ts';
import type { ShownMark } from './use-marks.ts';

const MARKS = {
  collect: { Icon: Star, on: '已收藏', off: '收藏', filled: 'fill-gold text-gold' },
  like: { Icon: ThumbsUp, on: '已点赞', off: '点赞', filled: 'fill-primary text-primary' },
};

/** 收藏 or 点赞 with its counter. */
export function MarkButton({ what, mark, onPress }: { what: keyof typeof MARKS; mark: ShownMark; onPress(): void }) {
  const { Icon, on, off, filled } = MARKS[what];
  return (
    <button type="button" className="btn btn-ghost num" aria-pressed={mark.on} onClick={onPress}>
      <Icon size={18} aria-hidden="true" className={mark.on ? filled : undefined} />
      {mark.on ? on : off}
      {mark.count > 0 ? <span className="text-muted">{countText(mark.count)}</span> : null}
    </button>
  );
}
