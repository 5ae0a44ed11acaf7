import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { VipKey } from '#contract/identity.ts';
import { isLifetime, vipOf } from '#contract/membership.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { endText } from '#ui/time-text.ts';
import { openDraw } from '../draw/open-draw.ts';
import { createBought } from './vip.store.ts';

/** What each success screen promises (spec 4). */
const TEXTS: Readonly<Record<VipKey, { text: string; go: string }>> = {
  scheme: { text: '会员专享方案可以解锁下载，付费方案按会员价结算。', go: '去挑方案' },
  sample: { text: '会员专享大案例可以解锁，付费大案例按会员价结算。', go: '去看大案例' },
  bidding: { text: '可以投标、下载招标文件，每天能提交更多报价。', go: '去看招标' },
  design: { text: '会员专享设计可以解锁下载，付费设计按会员价结算。', go: '去挑设计' },
  all: { text: '方案、PPT、设计、大案例、课程与竞标的会员权益都已生效。', go: '去首页看看' },
  ppt: { text: '会员专享模板可以解锁下载，付费模板按会员价结算。', go: '去挑模板' },
  course: { text: '会员专享课程可以直接学习，付费课程按会员价结算。', go: '去选课程' },
};

/** Success type of the membership whose orders may bring a draw (spec 4). */
const DRAW_TYPE = 1;

/** A paid membership: its type's words, until when, and where to go on. */
export function VipDone({ orderid, onClose }: { orderid: string; onClose?: () => void }) {
  const [order] = useState(() => createBought(orderid));
  const { value: bought, failure } = useStore(order.$state);
  const load = () => void order.actions.load();
  useOwnLoad(order.actions.load, bought !== null);
  // without an answer a draw stays among the prizes of the personal centre
  const may_draw = bought?.type === DRAW_TYPE;
  useEffect(() => {
    if (may_draw) openDraw(orderid).catch(() => undefined);
  }, [may_draw, orderid]);
  if (failure) return <ErrorState {...failure} onRetry={load} />;
  if (!bought) return <Skeleton rows={2} row_class="h-24" label="正在确认会员" />;
  const vip = vipOf(bought.vip_type);
  const words = vip ? TEXTS[vip.key] : { text: '会员权益已生效。', go: '去首页看看' };
  const later = bought.from * 1_000 > Date.now() + 60_000;
  return (
    <div role="status" className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-gold-tint text-gold">
        <CircleCheck size={40} aria-hidden="true" />
      </span>
      <p className="mt-3 text-lg font-semibold">{bought.name}开通成功</p>
      <p className="num text-gold-ink">
        {later && `自 ${endText(bought.from)} 起，`}
        {isLifetime(bought.to) ? '终身有效' : `有效期至 ${endText(bought.to)}`}
      </p>
      <p className="text-muted">{words.text}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {onClose && (
          <Button size="lg" onClick={onClose}>
            继续浏览
          </Button>
        )}
        <a className="btn btn-primary btn-lg" href={bought.url}>
          {words.go}
        </a>
        <a className="btn btn-ghost btn-lg" href="/personalCenter/myVipschemeOrder">
          查看我的会员
        </a>
      </div>
    </div>
  );
}
