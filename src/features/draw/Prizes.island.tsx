import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { LUCK_PAGE, type OwnPrize, type OwnPrizes, PRIZE_GOODS } from '#contract/draw.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { AddressForm } from './AddressForm.tsx';
import { openDraw } from './open-draw.tsx';
import { createPrizes } from './prizes.store.ts';

/** 我的奖品: what was drawn, and orders that may draw. */
export default function PrizesIsland() {
  const [prizes] = useState(createPrizes);
  const { data, failure } = useStore(prizes.$state);
  useEffect(() => void prizes.actions.open(), [prizes]);
  const reload = () => void prizes.actions.load();
  if (failure) return <ErrorState {...failure} onRetry={reload} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  return (
    <div className="grid gap-4">
      {data.chances.map(({ orderid, title }) => (
        <div key={orderid} className="panel flex flex-wrap items-center justify-between gap-3 p-4">
          <p>
            <span className="font-semibold">{title}</span>
            <span className="num ml-2 text-xs text-muted">订单 {orderid}</span>
          </p>
          <Button look="primary" onClick={() => void openDraw(orderid).then(reload, reload)}>
            抽奖 1 次
          </Button>
        </div>
      ))}
      <Own data={data} onSaved={reload} />
    </div>
  );
}

function Own({ data, onSaved }: { data: OwnPrizes; onSaved(): void }) {
  const [addressing, setAddressing] = useState<OwnPrize | null>(null);
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有奖品" hint="活动期间开通方案会员，可抽奖一次。">
          <a className="btn" href={LUCK_PAGE}>
            查看抽奖
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className="panel grid divide-y divide-line px-4 sm:px-6">
        {data.list.map((prize) => (
          <li key={prize.blind_id} className="flex flex-wrap items-center gap-4 py-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{prize.title}</p>
              <p className="num text-xs text-muted">
                {timeText(prize.created_at)} 抽中，{prize.state_text}
                {prize.shipped_note ? `：${prize.shipped_note}` : ''}
              </p>
            </div>
            {prize.type === PRIZE_GOODS && (prize.state === 'unaddressed' || prize.state === 'addressed') ? (
              <Button size="sm" onClick={() => setAddressing(prize)}>
                {prize.state === 'unaddressed' ? '填写收货地址' : '修改收货地址'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {addressing ? (
        <Dialog open title="收货地址" width={480} modal_only onClose={() => setAddressing(null)}>
          <AddressForm
            blind_id={addressing.blind_id}
            onSaved={() => {
              setAddressing(null);
              onSaved();
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}
