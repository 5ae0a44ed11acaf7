import { amountText } from '#ui/price-text.ts';
import { Actions, type ActionsProps } from './Actions.tsx';
import type { ShownPrice } from './actions.ts';
import { MarkButton } from './MarkButton.tsx';
import type { ShownMark } from './use-marks.ts';

export interface TopBarProps {
  title: string;
  shown: ShownPrice;
  collect: ShownMark;
  actions: ActionsProps;
  onCollect(): void;
}

/** Title, price and buttons once the head is out of sight (spec 2 and 9). */
export function TopBar({ title, shown, collect, actions, onCollect }: TopBarProps) {
  return (
    <aside className="item-bar" aria-label="购买栏">
      <div className="page flex h-16 items-center gap-4">
        <p className="min-w-0 flex-1 truncate text-base font-semibold max-md:sr-only">{title}</p>
        <p className="num text-lg font-semibold text-primary max-md:flex-1">
          {shown.amount === null ? shown.words : `¥${amountText(shown.amount)}`}
        </p>
        <div className="max-md:hidden">
          <MarkButton what="collect" mark={collect} onPress={onCollect} />
        </div>
        <Actions {...actions} compact />
      </div>
    </aside>
  );
}
