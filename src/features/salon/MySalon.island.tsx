import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type OwnSalon, SALON_ACT_TEXT, SALON_STATE_TEXT, salonPath, type WaitingEntry } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { createMySalon, SALON_TABS, type SalonTab } from './my-salon.store.ts';
import { clockText, dayText } from './salon-time.ts';
import { TicketCard } from './TicketCard.tsx';

type Actions = ReturnType<typeof createMySalon>['actions'];

/** 我的沙龙, bound to its store. */
export default function MySalon() {
  const [{ $state, actions }] = useState(createMySalon);
  const state = useStore($state);
  useEffect(() => actions.open(), [actions]);
  const list = state.tab === 'tickets' ? state.tickets : state.organised;
  const tabs = (Object.keys(SALON_TABS) as SalonTab[]).map((key) => ({ key, title: SALON_TABS[key] }));
  return (
    <div className="panel grid gap-4 p-5">
      <p className="flex justify-end">
        <a className="btn btn-primary btn-sm" href="/salon/establish">
          发布沙龙
        </a>
      </p>
      <Tabs label="我的沙龙" tabs={tabs} current={state.tab} onChange={(tab) => void actions.goTo(tab, 1)}>
        {state.failure && !list && (
          <ErrorState message={state.failure.message} request_id={state.failure.request_id} onRetry={() => void actions.load()} />
        )}
        {!list && !state.failure && <Skeleton rows={4} row_class="h-20" />}
        {state.tab === 'tickets' && state.tickets && <Tickets list={state.tickets} busy={state.busy} actions={actions} />}
        {state.tab === 'organised' && state.organised && <Organised list={state.organised} busy={state.busy} actions={actions} />}
      </Tabs>
      {list && (
        <Pager
          page={list.page}
          last={Math.ceil(list.total / list.limit)}
          busy={state.busy}
          onPage={(page) => void actions.goTo(state.tab, page)}
        />
      )}
    </div>
  );
}

function Tickets({
  list,
  busy,
  actions,
}: {
  list: NonNullable<ReturnType<ReturnType<typeof createMySalon>['$state']['get']>['tickets']>;
  busy: boolean;
  actions: Actions;
}) {
  if (list.list.length === 0 && list.waiting.length === 0) {
    return (
      <Empty title="还没有门票" hint="看看近期有哪些沙龙。">
        <a className="btn btn-primary btn-sm" href="/salon">
          找沙龙
        </a>
      </Empty>
    );
  }
  return (
    <div className="grid gap-4">
      {list.waiting.map((entry) => (
        <Waiting key={entry.id} entry={entry} busy={busy} onLeave={() => void actions.leave(entry.id)} />
      ))}
      <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={busy}>
        {list.list.map((ticket) => (
          <li key={ticket.id} className="py-4">
            <TicketCard
              ticket={ticket}
              busy={busy}
              onRefund={(one) =>
                void import('./ask-salon.tsx').then(async ({ askRefund }) => ((await askRefund(one)) ? actions.refund(one.id) : undefined))
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Waiting({ entry, busy, onLeave }: { entry: WaitingEntry; busy: boolean; onLeave(): void }) {
  const { salon_id, title, kind_name, count, state, offer_until, ahead } = entry;
  return (
    <div className="num flex flex-wrap items-center justify-between gap-2 rounded-box bg-gold-tint p-3 text-gold-ink">
      <p>
        <a className="font-semibold underline underline-offset-2" href={salonPath(salon_id)}>
          {title}
        </a>
        <br />
        {state === 'offered'
          ? `已为您保留 ${count} 张“${kind_name}”，请在 ${timeText(offer_until)} 前支付`
          : `“${kind_name}” ${count} 张候补中，前面还有 ${ahead} 位`}
      </p>
      <p className="flex gap-2">
        {state === 'offered' && (
          <a className="btn btn-primary btn-sm" href={salonPath(salon_id)}>
            去支付
          </a>
        )}
        <Button size="sm" busy={busy} aria-label={`${state === 'offered' ? '放弃' : '退出候补'} ${title}`} onClick={onLeave}>
          {state === 'offered' ? '放弃' : '退出候补'}
        </Button>
      </p>
    </div>
  );
}

function Organised({ list, busy, actions }: { list: { list: OwnSalon[] }; busy: boolean; actions: Actions }) {
  if (list.list.length === 0)
    return (
      <Empty title="还没有举办过沙龙" hint="写清时间、地点、嘉宾和票种，通过审核后开放报名。">
        <a className="btn btn-primary" href="/salon/establish">
          举办沙龙
        </a>
      </Empty>
    );
  const cancel = async (salon: OwnSalon) => {
    const { askCancel } = await import('./ask-salon.tsx');
    const why = await askCancel(salon.title);
    if (why !== null) await actions.act(salon.id, 'cancel', why);
  };
  return (
    <ul className="grid grid-cols-1 divide-y divide-line" aria-busy={busy}>
      {list.list.map((salon) => {
        const { id, title, state, starts_at, city, sold, capacity, acts, may_edit, reject_reason, waiting } = salon;
        const seen = state !== 'draft' && state !== 'review';
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="num flex flex-wrap gap-2 text-xs text-muted">
                <span className="rounded-field bg-ground px-2 py-0.5">{SALON_STATE_TEXT[state]}</span>
                {waiting && seen && <span className="rounded-field bg-gold-tint px-2 py-0.5 text-gold-ink">修改审核中</span>}
                {starts_at > 0 && (
                  <span>
                    {dayText(starts_at)} {clockText(starts_at)} · {city}
                  </span>
                )}
                {capacity > 0 && (
                  <span>
                    已售 {sold} / {capacity}
                  </span>
                )}
              </p>
              <p className="mt-1 font-semibold">
                {seen ? (
                  <a className="hover:text-primary" href={salonPath(id)}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </p>
              {reject_reason && <p className="mt-1 text-error">{reject_reason}</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              {seen && (
                <a className="btn btn-sm" href={`/personalCenter/mySalon/organise?id=${id}`} aria-label={`管理 ${title}`}>
                  管理
                </a>
              )}
              {may_edit && (
                <a className="btn btn-sm" href={`/salon/establish?id=${id}`} aria-label={`${seen ? '修改' : '继续填写'} ${title}`}>
                  {seen ? '修改' : '继续填写'}
                </a>
              )}
              {acts.map((act) => (
                <Button
                  key={act}
                  size="sm"
                  look="ghost"
                  busy={busy}
                  aria-label={`${SALON_ACT_TEXT[act]} ${title}`}
                  onClick={() => void (act === 'cancel' ? cancel(salon) : actions.act(id, act, ''))}
                >
                  {SALON_ACT_TEXT[act]}
                </Button>
              ))}
              {state === 'draft' && (
                <Button size="sm" look="ghost" busy={busy} aria-label={`删除 ${title}`} onClick={() => void actions.drop(id)}>
                  删除
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
