import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { salonPath } from '#contract/salon.ts';
import { whenText } from '#contract/salon-time.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createBought } from './bought.store.ts';
import { TicketCard } from './TicketCard.tsx';

/** /salon/success: the tickets of an order that was paid. */
export default function SalonSuccess() {
  const [{ $state, actions }] = useState(createBought);
  const { bought, failure, missing } = useStore($state);
  useEffect(() => void actions.open(), [actions]);
  if (missing) {
    return (
      <Empty title="没有找到这笔订单" hint="它可能不属于当前账号。">
        <a className="btn btn-primary" href="/personalCenter/mySalon">
          我的沙龙
        </a>
      </Empty>
    );
  }
  if (failure) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!bought) return <Skeleton rows={3} row_class="h-24" />;
  const { salon, tickets, status } = bought;
  if (status !== 2) {
    return (
      <Empty
        title={status === 1 ? '订单还没有支付' : '订单已关闭'}
        hint={status === 1 ? '支付完成后，门票会出现在这里。' : '名额已释放，可以重新报名。'}
      >
        <a className="btn btn-primary" href={salonPath(salon.id)}>
          {status === 1 ? '去支付' : '查看沙龙'}
        </a>
        {status === 1 && <Button onClick={() => void actions.load()}>刷新</Button>}
      </Empty>
    );
  }
  return (
    <div className="grid gap-4">
      <section className="panel grid justify-items-center gap-2 p-6 text-center">
        <CircleCheck size={40} className="text-success" aria-hidden="true" />
        <h2 className="text-lg font-semibold">报名成功</h2>
        <p role="status" className="font-semibold">
          {salon.title}
        </p>
        <p className="num text-muted">
          {whenText(salon.starts_at, salon.ends_at)}
          <br />
          {[`${salon.city} ${salon.venue}`, salon.address].filter(Boolean).join('，')}
        </p>
        <p className="mt-2 flex flex-wrap justify-center gap-2">
          <a className="btn btn-primary" href="/personalCenter/mySalon">
            我的沙龙
          </a>
          <a className="btn" href={salonPath(salon.id)}>
            查看沙龙
          </a>
          <a className="btn" href="/salon">
            更多沙龙
          </a>
        </p>
      </section>
      <ul className="grid gap-3">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="panel p-4">
            <TicketCard ticket={ticket} code />
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">入场时出示二维码即可，也可以把门票链接发给同行的人。开始前一天会发消息提醒您。</p>
    </div>
  );
}
