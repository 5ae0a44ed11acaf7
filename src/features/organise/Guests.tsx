import { Download, UserPlus } from 'lucide-react';
import { ApiError } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { DOOR_RESULT_TEXT } from '#contract/door.ts';
import {
  GUEST_STATE_TEXT,
  GUEST_STATES,
  type Guest,
  type GuestList,
  type GuestState,
  guestStateText,
  type OrganisedSalon,
} from '#contract/organise.ts';
import { CANCEL_WHY_MAX, salonPath } from '#contract/salon.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { saveCsv } from '#kit/console/save-csv.ts';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { classNames } from '#ui/class-names.ts';
import { amountText } from '#ui/price-text.ts';
import { Select } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { askGuest } from './AddGuest.tsx';
import { checkIn, fetchGuests, fetchGuestsCsv, refundGuest, undoCheckIn } from './screen-calls.ts';

/** What goes back to whom, and why; null: thought better of it. */
function askRefund(
  { name, seq, kind, paid, path, order_count, order_paid }: Guest,
  run: (count: number, reason: string) => Promise<unknown>,
) {
  let count = 1;
  const subject = `${name} · ${seq} 号 · ${kind}`;
  if (path)
    return askReason({
      ...{ title: '收回赠票', subject, verb: '确认收回', run: () => run(1, '') },
      about: '门票立即作废，名额让给候补；有账号的来宾会收到消息。不能撤销。',
    });
  const sum = (yuan: number) => (yuan > 0 ? `退 ¥${amountText(yuan)}` : '免费票，没有款项');
  return askReason({
    ...{ title: order_paid > 0 ? '给来宾退款' : '取消报名', subject, max: CANCEL_WHY_MAX },
    ...{ verb: order_paid > 0 ? '确认退款' : '确认取消', hint: '购票人会在消息里看到' },
    about: `${order_count > 1 ? '' : `${sum(paid)}。`}${order_paid > 0 ? '按实付全额原路退回，' : ''}门票立即作废，名额让给候补；不能撤销。`,
    fields: order_count > 1 && (
      <Select
        label="退哪些票"
        options={[
          [1, `只退这一张（${sum(paid)}）`],
          [order_count, `这一单的 ${order_count} 张（${sum(order_paid)}）`],
        ]}
        onValue={(value) => {
          count = Number(value);
        }}
      />
    ),
    run: (reason) => run(count, reason),
  });
}

/** Everybody who has a ticket, with check-in by hand; before the salon is over guests are entered, and money goes back. */
export function Guests({ salon, onChange }: { salon: OrganisedSalon; onChange(): void }) {
  const { id } = salon;
  const open = salon.state === 'open';
  const { list, state } = useOwnList<GuestList>([''], fetchGuests(id), { filters: { state: GUEST_STATES }, is_private: true });
  const counts = state.data?.counts;
  const chosen = (state.filters['state'] ?? 'all') as GuestState;
  const narrowed = chosen !== 'all' || state.q !== '';
  const check = async ({ id: ticket }: Guest) => {
    const { result } = await checkIn(id, ticket);
    if (result === 'ok') return;
    toastError(`没有签到：${DOOR_RESULT_TEXT[result]}`);
    throw new ApiError({ code: 1, status: 409, msg: result });
  };
  const refund = (guest: Guest) =>
    askRefund(guest, (count, reason) => refundGuest({ id, ticket_id: guest.id, count, reason }).finally(list.actions.reload)).then(
      (why) => {
        if (why === null) return;
        toastSuccess(guest.path ? '已收回' : '已退票，购票人会收到消息');
        onChange();
      },
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <OwnSearch label="姓名、手机号或票号" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
        <p className="flex flex-wrap gap-2">
          {open && (
            <Button
              icon={<UserPlus size={16} aria-hidden="true" />}
              onClick={() => void askGuest(salon).then((added) => added && void list.actions.reload().then(onChange))}
            >
              添加来宾
            </Button>
          )}
          <Button icon={<Download size={16} aria-hidden="true" />} onClick={() => void saveCsv('来宾名单', () => fetchGuestsCsv(id))}>
            导出 CSV
          </Button>
        </p>
      </div>
      <Chips
        label="来宾状态"
        chips={GUEST_STATES.map((key) => ({ key, title: `${GUEST_STATE_TEXT[key]} ${counts?.[key] ?? ''}` }))}
        current={chosen}
        onChoose={(next) => list.actions.choose({ filters: { state: next } })}
      />
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(guest: Guest) => guest.id}
        label="来宾"
        empty={{
          title: narrowed ? '没有符合条件的来宾' : '还没有来宾',
          hint: narrowed ? '换个词或状态试试。' : '有人购票后会出现在这里。',
          children: narrowed ? (
            <Button onClick={() => list.actions.choose({ q: '', filters: { state: 'all' } })}>查看全部</Button>
          ) : (
            <a className="btn" href={salonPath(id)}>
              查看沙龙
            </a>
          ),
        }}
      >
        {(guest) => (
          <GuestRow
            guest={guest}
            busy={state.acting === guest.id}
            onCheck={() => void list.actions.act(guest.id, () => check(guest), `${guest.name} 已签到`).then(onChange)}
            onUndo={() => void list.actions.act(guest.id, () => undoCheckIn(id, guest.id), '已撤销签到').then(onChange)}
            onRefund={open && (() => void refund(guest))}
          />
        )}
      </OwnListFrame>
    </div>
  );
}

type GuestRowProps = { guest: Guest; busy: boolean; onRefund: false | (() => void) } & Record<'onCheck' | 'onUndo', () => void>;

function GuestRow({ guest, busy, onCheck, onUndo, onRefund }: GuestRowProps) {
  const { seq, name, kind, seat, phone, state, used_at, where, paid, answers, former, path, refunded } = guest;
  const back = path ? '收回' : paid > 0 ? '退款' : '取消报名';
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{name}</span>
          <span className="num text-muted">{seq} 号</span>
          <span>{kind}</span>
          {seat && <span className="num font-semibold">{seat}</span>}
          <span className={classNames('text-xs', state === 'used' ? 'text-success' : 'text-muted')}>{guestStateText(guest)}</span>
        </p>
        <p className="num text-xs text-muted">
          {[
            phone,
            !path && (refunded === 0 || paid > 0) && `实付 ${amountText(paid)} 元`,
            refunded > 0 && `已退 ${amountText(refunded)} 元`,
          ]
            .filter(Boolean)
            .join(' · ')}
          {used_at !== null && ` · ${timeText(used_at)} ${where} 入场`}
        </p>
        {answers.length > 0 && (
          <p className="text-xs break-words text-muted">{answers.map(({ label, answer }) => `${label}：${answer}`).join('；')}</p>
        )}
        {former.length > 0 && (
          <p className="num text-xs break-words text-muted">
            原参加者：{former.map((one) => `${one.name} ${one.phone}（${timeText(one.at)} 转出）`).join('；')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {path && (state === 'valid' || state === 'used') && (
          <a className="btn btn-ghost btn-sm" href={path} aria-label={`查看门票：${name}（${seq} 号）`}>
            查看门票
          </a>
        )}
        {state === 'valid' && (
          <Button size="sm" busy={busy} aria-label={`为 ${name} 签到`} onClick={onCheck}>
            签到
          </Button>
        )}
        {state === 'used' && (
          <Button size="sm" look="ghost" busy={busy} aria-label={`撤销签到：${name}`} onClick={onUndo}>
            撤销签到
          </Button>
        )}
        {onRefund && (state === 'valid' || state === 'used') && (
          <Button size="sm" look="ghost" busy={busy} aria-label={`${back}：${name}（${seq} 号）`} onClick={onRefund}>
            {back}
          </Button>
        )}
      </div>
    </div>
  );
}
