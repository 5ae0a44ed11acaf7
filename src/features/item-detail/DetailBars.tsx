import { ArrowUp, Headset, Share2, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { amountText } from '#ui/price-text.ts';
import { Actions, type ActionsProps } from './Actions.tsx';
import type { ShownPrice } from './actions.ts';
import { MarkButton } from './MarkButton.tsx';
import type { ShownMark } from './use-marks.ts';

export interface SideBarProps {
  releaser: { nickname: string; headimgurl: string; href: string };
  follow: ReactNode;
  /** Null: not collected. */
  collect: ShownMark | null;
  onCollect(): void;
  onShare(): void;
}

/** The floating bar in the margin: publisher, follow, collect, share, back to the top (spec 2). */
export function SideBar({ releaser, follow, collect, onCollect, onShare }: SideBarProps) {
  return (
    <aside className="side-bar" aria-label="快捷操作">
      <a href={releaser.href} aria-label={`${releaser.nickname}的主页`}>
        <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-ground text-muted">
          {releaser.headimgurl === '' ? (
            <User size={20} aria-hidden="true" />
          ) : (
            <img src={releaser.headimgurl} alt="" width={40} height={40} loading="lazy" decoding="async" className="fit" />
          )}
        </span>
      </a>
      <div>{follow}</div>
      {collect ? (
        <div>
          <MarkButton what="collect" mark={{ ...collect, count: 0 }} onPress={onCollect} />
        </div>
      ) : null}
      <div>
        <button type="button" className="btn btn-ghost" onClick={onShare}>
          <Share2 size={18} aria-hidden="true" />
          分享
        </button>
      </div>
      <div>
        <button type="button" className="btn btn-ghost" data-service>
          <Headset size={18} aria-hidden="true" />
          客服
        </button>
      </div>
      <a href="#top" className="side-top btn btn-ghost" aria-label="回到顶部">
        <ArrowUp size={18} aria-hidden="true" />
        <span>顶部</span>
      </a>
    </aside>
  );
}

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
