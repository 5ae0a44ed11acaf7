import { Crown } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export interface LimitDialogProps {
  limit: number;
  /** Where membership is sold; null while that section does not exist. */
  vip_route: string | null;
  onClose(): void;
}

/** The daily free downloads are used up (spec 8): what helps is a membership, or tomorrow. */
export function LimitDialog({ limit, vip_route, onClose }: LimitDialogProps) {
  return (
    <Dialog open title="今日免费下载已用完" onClose={onClose} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-gold-tint text-gold">
          <Crown size={26} aria-hidden="true" />
        </span>
        <p className="text-base">今日{limit}次下载免费PPT权限已用完，开通会员即可享受不限次下载</p>
        <p className="text-balance text-muted">免费次数每天零点恢复，今天下载过的方案可以再次下载。</p>
        {vip_route ? (
          <a className="btn btn-gold btn-main mt-3 w-full" href={vip_route}>
            开通会员
          </a>
        ) : null}
        <Button look={vip_route ? 'ghost' : 'primary'} wide className={vip_route ? '' : 'mt-3'} onClick={onClose}>
          知道了
        </Button>
      </div>
    </Dialog>
  );
}
