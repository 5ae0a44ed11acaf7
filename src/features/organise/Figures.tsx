import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import type { OrganisedSalon } from '#contract/organise.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { askCancel } from './AskCancel.tsx';
import { cancelSalon, setSale } from './screen-calls.ts';

interface FiguresProps {
  salon: OrganisedSalon;
  run(work: () => Promise<unknown>): Promise<string | null>;
}

/** What was sold and earned, who came, and the end of the sale or of the whole salon. */
export function Figures({ salon, run }: FiguresProps) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    const wrong = await run(work);
    setBusy(false);
    setSaid(wrong ?? '');
    if (wrong === null) toastSuccess(done);
  };
  const open = salon.state === 'open';
  const most = Math.max(1, ...salon.days.map(({ sold }) => sold));
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {(
          [
            ['有效票', `${salon.sold}`],
            ['已到场', `${salon.came}`],
            ['此刻在场', `${salon.inside}`],
            ['票款', `¥${amountText(salon.income)}`],
            ['您的收益', `¥${amountText(salon.earned)}`],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="rounded-lg bg-ground p-3">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="num text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="kinds-title">
        <h2 id="kinds-title" className="mb-2 font-semibold">
          各票种
        </h2>
        <ul className="grid gap-2">
          {salon.kinds.map((kind) => (
            <li key={kind.id} className="grid gap-1 rounded-lg border border-line p-3 sm:grid-cols-[1fr_auto]">
              <span className="font-semibold">{kind.name}</span>
              <span className="num text-muted">
                售出 {kind.sold} / {kind.capacity}
                {kind.held > 0 && `，待支付 ${kind.held}`}
                {kind.waiting > 0 && `，候补 ${kind.waiting}`}，到场 {kind.came}，票款 ¥{amountText(kind.income)}
              </span>
              <progress
                className="progress progress-primary sm:col-span-2"
                value={kind.sold}
                max={Math.max(1, kind.capacity)}
                aria-label={`${kind.name}售出`}
              />
            </li>
          ))}
        </ul>
      </section>
      {salon.days.length > 0 && (
        <section aria-labelledby="days-title">
          <h2 id="days-title" className="mb-2 font-semibold">
            每日售出
          </h2>
          <ul className="grid gap-1">
            {salon.days.map(({ day, sold }) => (
              <li key={day} className="num grid grid-cols-[6em_1fr_3em] items-center gap-2">
                <span className="text-muted">{day.slice(5)}</span>
                <progress className="progress progress-primary" value={sold} max={most} aria-label={`${day} 售出`} />
                <span className="text-right">{sold}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {salon.refunded > 0 && <p className="num text-muted">已退款 ¥{amountText(salon.refunded)}，票款里已减去。</p>}
      {open && (
        <section className="grid gap-2 border-t border-line pt-4" aria-label="售票与取消">
          <p className="flex flex-wrap gap-2">
            <Button
              busy={busy}
              onClick={() => void act(() => setSale(salon.id, salon.sale_closed), salon.sale_closed ? '已恢复售票' : '已停止售票')}
            >
              {salon.sale_closed ? '恢复售票' : '停止售票'}
            </Button>
            <Button
              busy={busy}
              className="text-error"
              onClick={() =>
                void askCancel(salon).then((why) => {
                  if (why !== null) void act(() => cancelSalon(salon.id, why), '已取消，退款正在进行');
                })
              }
            >
              取消沙龙
            </Button>
          </p>
          <p className="text-xs text-muted">停止售票后，已下的订单仍可支付；取消后所有门票全额退款，来宾会收到通知。</p>
          {said && <FormError className="text-error">{said}</FormError>}
        </section>
      )}
    </div>
  );
}
