import { Crown, Download, LockOpen, ShoppingBag, Ticket } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import type { ItemWork } from './item-actions.ts';
import type { MainAction } from './main-action.ts';

export interface ItemActionsProps {
  action: MainAction;
  work: ItemWork;
  /** Why the reader's state could not be had, or empty. */
  failure: string;
  /** bar: the button alone, for the sticky bar. */
  compact: boolean;
  onMain(): void;
  onVoucher(): void;
  onRetry(): void;
}

const ICONS = { download: Download, buy: ShoppingBag, membership: Crown };

/** The main button of the page with its state line, and the voucher beside it (spec 2 and 4). */
export function ItemActions({ action, work, failure, compact, onMain, onVoucher, onRetry }: ItemActionsProps) {
  const Icon = action.label === '解锁下载' ? LockOpen : ICONS[action.act];
  const downloading = work.kind === 'downloading';
  return (
    <div className={compact ? 'flex items-center gap-2' : 'grid gap-2'}>
      <Button
        look={action.act === 'membership' ? 'gold' : 'primary'}
        size={compact ? 'md' : 'lg'}
        wide={!compact}
        busy={work.kind !== 'idle'}
        icon={<Icon size={18} aria-hidden="true" />}
        className="num relative overflow-hidden"
        onClick={onMain}
      >
        {downloading ? (
          <>
            <span className="absolute inset-y-0 left-0 bg-white/25" style={{ width: `${work.percent}%` }} aria-hidden="true" />
            <span className="relative">下载中 {work.percent}%</span>
          </>
        ) : (
          action.label
        )}
      </Button>
      {action.vouchers > 0 && (
        <Button
          look="outline"
          wide={!compact}
          icon={<Ticket size={16} aria-hidden="true" />}
          disabled={work.kind !== 'idle'}
          onClick={onVoucher}
        >
          使用下载券（{action.vouchers} 张）
        </Button>
      )}
      {!compact && (
        <p className="min-h-5 text-center text-xs text-muted" aria-live="polite">
          {failure === '' ? (
            action.line
          ) : (
            <>
              {failure}{' '}
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
