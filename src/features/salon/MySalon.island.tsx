import { Plus } from 'lucide-react';
import { useAddressWord } from '#client/use-address-word.ts';
import {
  type OwnSalon,
  type OwnSalonList,
  type OwnTicket,
  type OwnTicketList,
  SALON_ACT_TEXT,
  SALON_STATE_TEXT,
  type SalonAct,
  salonPath,
  type WaitingEntry,
} from '#contract/salon.ts';
import { clockText, dayText } from '#contract/salon-time.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { actOnSalon, dropOwnSalon, leaveWaiting, loadOrganised, loadTickets, refundTicket } from './own-salons.ts';
import { TicketCard } from './TicketCard.tsx';

const TABS = ['tickets', 'organised'] as const;
const TITLES = { tickets: '我的门票', organised: '我举办的' } as const;

/** 我的沙龙: own tickets, and salons that the reader organises. */
export default function MySalonIsland() {
  const [tab, setTab] = useAddressWord('tab', TABS);
  return (
    <div className="panel p-4 sm:p-6">
      <p className="mb-3 flex justify-end">
        <a className="btn btn-primary" href="/salon/establish">
          <Plus size={16} aria-hidden="true" />
          发布沙龙
        </a>
      </p>
      <Tabs label="我的沙龙" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={setTab}>
        {tab === 'tickets' ? <Tickets /> : <Organised />}
      </Tabs>
    </div>
  );
}

function Tickets() {
  const { list, state } = useOwnList<OwnTicketList>([''], loadTickets);
  const waiting = state.data?.waiting ?? [];
  const refund = async (ticket: OwnTicket) => {
    const { askRefund } = await import('./ask-salon.tsx');
    if (await askRefund(ticket)) await list.actions.act(ticket.id, () => refundTicket(ticket.id), '已退票');
  };
  const change = async (ticket: OwnTicket, act: 'give' | 'answer') => {
    const { askHolder } = await import('./HolderDialog.tsx');
    if (await askHolder(ticket, act)) await list.actions.reload();
  };
  return (
    <>
      {waiting.length > 0 && (
        <div className="grid gap-3 pb-4">
          {waiting.map((entry) => (
            <Waiting
              key={entry.id}
              entry={entry}
              busy={state.acting !== null}
              onLeave={() => void list.actions.act(`waiting-${entry.id}`, () => leaveWaiting(entry.id), '已退出候补')}
            />
          ))}
        </div>
      )}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(ticket: OwnTicket) => ticket.id}
        empty={{
          title: '还没有门票',
          hint: waiting.length > 0 ? '候补到票后会出现在这里。' : '看看近期有哪些沙龙。',
          children: (
            <a className="btn" href="/salon">
              找沙龙
            </a>
          ),
        }}
      >
        {(ticket) => (
          <div className="py-4">
            <TicketCard
              ticket={ticket}
              busy={state.acting === ticket.id}
              onRefund={(one) => void refund(one)}
              onHolder={(one, act) => void change(one, act)}
            />
          </div>
        )}
      </OwnListFrame>
    </>
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

function Organised() {
  const { list, state } = useOwnList<OwnSalonList>([''], loadOrganised);
  const act = async (salon: OwnSalon, act: SalonAct) => {
    const { id, title } = salon;
    const why = act === 'cancel' ? await import('./ask-salon.tsx').then(({ askCancel }) => askCancel(title)) : '';
    if (why !== null) await list.actions.act(id, () => actOnSalon(id, act, why), act === 'cancel' ? '沙龙已取消' : '已撤回');
  };
  const again = async (salon: OwnSalon) => {
    const { askAgain } = await import('./AgainDialog.tsx');
    const made = await askAgain(salon);
    if (made?.length === 1 && made[0]?.state === 'draft') location.assign(`/salon/establish?id=${made[0].id}`);
    else if (made) await list.actions.reload();
  };
  const drop = async ({ id, title }: OwnSalon) => {
    const { askDrop } = await import('./ask-salon.tsx');
    if (await askDrop(title)) await list.actions.act(id, () => dropOwnSalon(id), '删除成功');
  };
  return (
    <OwnListFrame
      state={state}
      list={list}
      keyOf={(salon: OwnSalon) => salon.id}
      empty={{
        title: '还没有举办过沙龙',
        hint: '写清时间、地点、嘉宾和票种，通过审核后开放报名。',
        children: (
          <a className="btn" href="/salon/establish">
            举办沙龙
          </a>
        ),
      }}
    >
      {(salon) => (
        <SalonRow
          salon={salon}
          busy={state.acting === salon.id}
          onAct={(one) => void act(salon, one)}
          onDrop={() => void drop(salon)}
          onAgain={() => void again(salon)}
        />
      )}
    </OwnListFrame>
  );
}

interface SalonRowProps {
  salon: OwnSalon;
  busy: boolean;
  onAct(act: SalonAct): void;
  onDrop(): void;
  onAgain(): void;
}

function SalonRow({ salon, busy, onAct, onDrop, onAgain }: SalonRowProps) {
  const { id, title, state, starts_at, city, sold, capacity, acts, may_edit, reject_reason, waiting } = salon;
  const seen = state !== 'draft' && state !== 'review';
  return (
    <div className="flex items-start gap-x-4 gap-y-2 py-4 max-sm:flex-col sm:items-center">
      <div className="min-w-0 flex-1">
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
        <Button size="sm" look="ghost" busy={busy} aria-label={`再办一场 ${title}`} onClick={() => onAgain()}>
          再办一场
        </Button>
        {acts.map((act) => (
          <Button key={act} size="sm" look="ghost" busy={busy} aria-label={`${SALON_ACT_TEXT[act]} ${title}`} onClick={() => onAct(act)}>
            {SALON_ACT_TEXT[act]}
          </Button>
        ))}
        {state === 'draft' && (
          <Button size="sm" look="ghost" busy={busy} aria-label={`删除 ${title}`} onClick={() => onDrop()}>
            删除
          </Button>
        )}
      </div>
    </div>
  );
}
