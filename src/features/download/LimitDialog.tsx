import { CalendarClock, Ticket } from 'lucide-react';
import { limitText } from '#contract/download.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export interface LimitFacts {
  limit: number;
  noun: string;
  /** Noun as the specification's sentence shortens it. */
  short: string;
  /** The membership that lifts the limit, by its word in addresses. */
  vip_text: string;
  /** Vouchers that would open this item. */
  vouchers: number;
}

export interface LimitDialogProps extends LimitFacts {
  /** Where membership is sold and where points are spent; null while that section does not exist: then it is not named. */
  vip_route: string | null;
  mall_route: string | null;
  /** In place of the page, where scripts can. */
  onVip(): void;
  onVoucher(): void;
  onClose(): void;
}

/** The daily free downloads are used up (spec 2 and 8): a membership, points or a voucher help, or tomorrow. */
export function LimitDialog({ limit, noun, short, vouchers, vip_route, mall_route, onVip, onVoucher, onClose }: LimitDialogProps) {
  const helps = vip_route !== null || mall_route !== null || vouchers > 0;
  return (
    <Dialog open title="今日免费下载已用完" onClose={onClose} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-tint text-primary">
          <CalendarClock size={26} aria-hidden="true" />
        </span>
        <p className="text-base">{limitText(limit, short, vip_route !== null)}</p>
        <p className="text-balance text-muted">免费次数每天零点恢复，今天下载过的{noun}可以再次下载。</p>
        {vip_route ? (
          <a
            className="btn btn-gold btn-main mt-3 w-full"
            href={vip_route}
            onClick={(event) => {
              event.preventDefault();
              onVip();
            }}
          >
            开通会员
          </a>
        ) : null}
        {vouchers > 0 ? (
          <Button look={vip_route ? 'outline' : 'primary'} wide icon={<Ticket size={16} aria-hidden="true" />} onClick={onVoucher}>
            使用下载券（{vouchers} 张）
          </Button>
        ) : null}
        {mall_route ? (
          <a className="btn btn-outline w-full border-line" href={mall_route}>
            去积分商城看看
          </a>
        ) : null}
        <Button look={helps ? 'ghost' : 'primary'} wide className={helps ? '' : 'mt-3'} onClick={onClose}>
          知道了
        </Button>
      </div>
    </Dialog>
  );
}
