import { Crown, Download, LockOpen, ShoppingBag, Ticket } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Failure } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import type { ActionCode, PageAction, PageActions } from './actions.ts';
import type { ItemWork } from './item-work.store.ts';

export interface ActionsProps {
  actions: PageActions;
  work: ItemWork;
  vip_route: string | null;
  /** Why the reader's state could not be had, or empty. */
  failure?: Failure | null;
  /** The buttons alone, for the sticky bar. */
  compact?: boolean;
  onPress(code: ActionCode): void;
  onVoucher(): void;
  /** An advertisement would open it. */
  ad: boolean;
  onAd(): void;
  /** The reader has it, so they may show it to a client. */
  shows: boolean;
  onShow(): void;
  onRetry(): void;
}

const ICONS: Record<ActionCode, typeof Download> = {
  download: Download,
  unlock: LockOpen,
  buy: ShoppingBag,
  open_vip: Crown,
  members_only: Crown,
};
const isGold = ({ code }: PageAction) => code === 'open_vip' || code === 'members_only';

/** The link to the memberships opens them over the page; in another tab, or without JavaScript, it is a link. */
const openHere = (onPress: ActionsProps['onPress']) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  onPress('open_vip');
};

/** The buttons of the page with their state line, and the voucher beside them (spec 2 and 4). */
export function Actions({
  actions,
  work,
  vip_route,
  failure = null,
  compact = false,
  onPress,
  onVoucher,
  ad,
  onAd,
  shows,
  onShow,
  onRetry,
}: ActionsProps) {
  const { main, second, vouchers, line } = actions;
  if (actions.none) return compact ? null : <p className="text-center text-xs text-muted">{line}</p>;
  const size = compact ? 'md' : 'lg';
  const Icon = ICONS[main.code];
  const SecondIcon = second && ICONS[second.code];
  return (
    <div className={compact ? 'flex items-center gap-2' : 'grid gap-2'}>
      {main.code === 'open_vip' && vip_route !== null ? (
        <a className={compact ? 'btn btn-gold' : 'btn btn-gold btn-main w-full'} href={vip_route} onClick={openHere(onPress)}>
          <Crown size={18} aria-hidden="true" />
          {main.label}
        </a>
      ) : (
        <Button
          look={isGold(main) ? 'gold' : 'primary'}
          size={size}
          wide={!compact}
          busy={work.kind !== 'idle'}
          icon={<Icon size={18} aria-hidden="true" />}
          className="num relative overflow-hidden"
          onClick={() => onPress(main.code)}
        >
          {work.kind === 'downloading' ? (
            <>
              <span className="absolute inset-y-0 left-0 bg-white/25" style={{ width: `${work.percent}%` }} aria-hidden="true" />
              <span className="relative">下载中 {work.percent}%</span>
            </>
          ) : (
            main.label
          )}
        </Button>
      )}
      {second && SecondIcon ? (
        second.code === 'open_vip' && vip_route !== null ? (
          <a className={compact ? 'btn btn-gold max-sm:hidden' : 'btn btn-gold w-full'} href={vip_route} onClick={openHere(onPress)}>
            <SecondIcon size={16} aria-hidden="true" />
            {second.label}
          </a>
        ) : (
          <Button
            wide={!compact}
            className={compact ? 'max-sm:hidden' : ''}
            icon={<SecondIcon size={16} aria-hidden="true" />}
            disabled={work.kind !== 'idle'}
            onClick={() => onPress(second.code)}
          >
            {second.label}
          </Button>
        )
      ) : null}
      {vouchers > 0 ? (
        <Button wide={!compact} icon={<Ticket size={16} aria-hidden="true" />} disabled={work.kind !== 'idle'} onClick={onVoucher}>
          使用下载券（{vouchers} 张）
        </Button>
      ) : null}
      {ad && !compact ? (
        <Button wide icon={<LockOpen size={16} aria-hidden="true" />} disabled={work.kind !== 'idle'} onClick={onAd}>
          看广告免费解锁
        </Button>
      ) : null}
      {shows && !compact ? <Button onClick={onShow}>发给客户看</Button> : null}
      {compact ? null : (
        <p className="min-h-5 text-center text-xs text-muted" aria-live="polite">
          {failure === null ? (
            line
          ) : (
            <>
              <FailureText failure={failure} />{' '}
              <button type="button" className="underline underline-offset-2" onClick={onRetry}>
                重试
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
