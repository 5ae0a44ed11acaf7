import { amountText } from '#ui/price-text.ts';
import { Actions } from './Actions.tsx';
import { type Offer, shownPrice } from './actions.ts';
import { useActions } from './use-actions.ts';
import { useItem } from './use-item.ts';

export interface LockedOfferIslandProps {
  offer: Offer;
  /** Pages that are not shown. */
  left: number;
  /** 页 or 张. */
  unit: string;
}

/** What opens the rest of the document, inside the locked panel. Place it with `client:intent="signed-in"`. */
export default function LockedOfferIsland({ offer, left, unit }: LockedOfferIslandProps) {
  const { detail } = useItem();
  const { amount } = shownPrice(offer, detail);
  return (
    <div className="of-reader grid w-full justify-items-center gap-1">
      <p className="text-muted">
        还有 <b className="num font-semibold text-base-content">{left}</b> {unit}未显示
        {amount === null ? null : (
          <>
            ，单次购买 <b className="num font-semibold text-primary">¥{amountText(amount)}</b>
          </>
        )}
      </p>
      <div className="mt-2 w-full max-w-72">
        <Actions {...useActions(offer, 'locked')} />
      </div>
    </div>
  );
}
