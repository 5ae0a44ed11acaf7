import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { labelOf } from '#contract/seats.ts';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ChooseKinds } from './ChooseKinds.tsx';
import { People } from './People.tsx';
import { createTickets } from './tickets.store.ts';

/** Closed before it was paid, it opens again with what was chosen and typed. */
let left: { salon_id: number; tickets: ReturnType<typeof createTickets> } | null = null;

/** Buys tickets of a salon, or joins a waiting list; paid ones are shown by their own page. */
export function showTickets(salon_id: number): Promise<void> {
  return openDialog<void>((close) => <TicketDialog salon_id={salon_id} onClose={() => close()} />);
}

function TicketDialog({ salon_id, onClose }: { salon_id: number; onClose(): void }) {
  const [{ $state, actions }] = useState(() => {
    if (left?.salon_id === salon_id && left.tickets.$state.get().view === 'people') return left.tickets;
    const tickets = createTickets(
      salon_id,
      (orderid) => location.assign(`/salon/success?order=${orderid}`),
      // a link of the organiser brings its code
      new URLSearchParams(location.search).get('code'),
    );
    left = { salon_id, tickets };
    return tickets;
  });
  const state = useStore($state);
  const { view, list, failure } = state;
  useEffect(() => {
    const { view, waits_for } = $state.get();
    // opened again: what it costs may be another sum by now
    void actions.load().then(() => (view === 'people' && waits_for === null ? actions.compute() : undefined));
    return actions.dispose;
  }, [$state, actions]);
  const title = view === 'pay' ? '支付门票' : view === 'waited' ? '已加入候补' : state.waits_for === null ? '选择门票' : '加入候补';
  return (
    <Dialog open title={title} width={list && list.plan.length > 0 && view === 'choose' ? 930 : 544} onClose={onClose}>
      {!list && (failure ? <ErrorState {...failure} onRetry={() => void actions.load()} /> : <Skeleton rows={3} row_class="h-20" />)}
      {list && view === 'choose' && <ChooseKinds list={list} state={state} actions={actions} />}
      {list && view === 'people' && <People list={list} state={state} actions={actions} />}
      {view === 'pay' && (
        <div className="grid gap-3">
          {list && state.picks.length > 0 && (
            <p className="num text-muted">座位：{state.picks.map((id) => labelOf(list.plan, id)).join('、')}，为您保留到订单结束</p>
          )}
          <PayPanel
            order={state.order}
            busy={state.busy}
            failure={failure}
            closed_text={state.closed_text}
            scanned={state.scanned}
            left_s={state.left_s}
            onRefresh={() => void actions.refresh()}
            onAskBalance={() => void actions.payByBalance()}
          />
          <p>
            <Button size="sm" onClick={actions.back}>
              返回修改
            </Button>
          </p>
        </div>
      )}
      {view === 'waited' && (
        <div role="status" className="grid justify-items-center gap-3 py-4 text-center">
          <p>有人退票时，会按先后顺序为您保留名额并发消息通知，请在时限内支付。</p>
          <p className="flex gap-2">
            <a className="btn btn-primary" href="/personalCenter/mySalon">
              我的沙龙
            </a>
            <Button onClick={onClose}>知道了</Button>
          </p>
        </div>
      )}
    </Dialog>
  );
}
