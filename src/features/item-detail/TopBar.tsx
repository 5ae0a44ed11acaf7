import { classNames } from '#ui/class-names.ts';
import { amountText } from '#ui/price-text.ts';
import { Actions, type ActionsProps } from './Actions.tsx';
import type { ShownPrice } from './actions.ts';

export interface TopBarProps {
  title: string;
  /** Null: nothing is sold or given. */
  shown: ShownPrice | null;
  actions: ActionsProps;
  /** Of what is offered elsewhere: the price in words, null for visitors, and the way to the supplier. */
  contact: { price: string | null; onPress: () => void } | null;
}

/** Title, price and buttons once the head is out of sight (spec 2 and 9). */
export function TopBar({ title, shown, actions, contact }: TopBarProps) {
  return (
    <aside
      className={classNames('item-bar', !shown && !contact && 'max-md:hidden')}
      aria-label={shown ? '购买栏' : contact ? '联系栏' : '标题栏'}
    >
      <div className="page flex h-16 items-center gap-4">
        <p className={classNames('min-w-0 flex-1 truncate text-base font-semibold', (shown || contact) && 'max-md:sr-only')}>{title}</p>
        {shown ? (
          <p className="of-reader num text-lg font-semibold text-primary max-md:flex-1">
            {shown.amount === null ? shown.words : `¥${amountText(shown.amount)}`}
          </p>
        ) : null}
        {contact ? (
          <p className="of-reader num text-lg font-semibold text-primary max-md:flex-1">
            {contact.price ?? (
              <a href="/login" data-from>
                登录查看价格
              </a>
            )}
          </p>
        ) : null}
        {shown ? (
          <div className="of-reader">
            <Actions {...actions} compact />
          </div>
        ) : null}
        {contact ? (
          <button type="button" className="btn btn-primary" onClick={contact.onPress}>
            联系供应商
          </button>
        ) : null}
      </div>
    </aside>
  );
}
