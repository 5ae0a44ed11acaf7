import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import type { OrganisedSalon } from '#contract/organise.ts';
import { labelOf, type OrganisedSeats } from '#contract/seats.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { SeatMap } from '#kit/SeatMap.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { changeSeat, fetchSeats } from './screen-calls.ts';

type SeatGuest = OrganisedSeats['guests'][number];

/** Who sits where: a guest is moved, a chair closed, and the plan is printed with names or without. */
export function Seats({ salon }: { salon: OrganisedSalon }) {
  const { data, failure, actions } = useOwnPage(() => fetchSeats(salon.id));
  const [chosen, setChosen] = useState<number | null>(null);
  const [printing, setPrinting] = useState<'names' | 'empty' | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (printing === null) return;
    print();
    setPrinting(null);
  }, [printing]);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={5} row_class="h-16" />;
  const { plan, guests } = data;
  if (plan.length === 0)
    return (
      <Empty title="这场沙龙没有座位图" hint="在沙龙的表单里画好座位图，来宾购票时就能选座。">
        <a className="btn" href={`/salon/establish?id=${salon.id}`}>
          去画座位图
        </a>
      </Empty>
    );
  const of = new Map(guests.map((guest) => [guest.seat_id, guest]));
  const guest = chosen === null ? undefined : of.get(chosen);
  const label = chosen === null ? '' : labelOf(plan, chosen);
  const is_closed = plan.some(({ ids, states }) => chosen !== null && states[ids.indexOf(chosen)] === '2');
  const fixed = salon.state !== 'open';

  async function change(body: { seat_id: number; ticket_id?: number; closed?: 0 | 1 }, done: string) {
    setSaid('');
    const wrong = await actions.run(async () => {
      await changeSeat(salon.id, body);
      setChosen(null);
      toastSuccess(done);
    });
    if (wrong) setSaid(wrong);
  }
  async function press(seat_id: number) {
    if (!guest || guest.ticket_id === 0 || of.has(seat_id)) return setChosen(seat_id === chosen ? null : seat_id);
    const sure = await askSure({
      ...{ title: '换座', subject: `${guest.name}：${label} → ${labelOf(plan, seat_id)}` },
      ...{ about: '来宾会收到消息，门票上的座位随之更新。', verb: '换座' },
    });
    if (sure) await change({ seat_id, ticket_id: guest.ticket_id }, `已为${guest.name}换座`);
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap gap-2">
        <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => setPrinting('names')}>
          打印座位图（带姓名）
        </Button>
        <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => setPrinting('empty')}>
          打印空白座位图
        </Button>
      </p>
      <div className="flex min-h-9 flex-wrap items-center gap-3 rounded-box bg-ground p-3" role="status">
        {chosen === null ? (
          <span className="text-muted">
            {fixed ? '活动已结束或取消，座位不能再改。' : '点有人的座位为他换座；点空座位可以停用或启用。'}
          </span>
        ) : (
          <>
            <b className="num font-semibold">{label}</b>
            <span className="num">{standing(guest, is_closed)}</span>
            {!fixed && guest && guest.ticket_id > 0 && <span className="text-muted">再点同一票种的空座位，就换过去</span>}
            {!fixed && !guest && (
              <Button
                size="sm"
                onClick={() => void change({ seat_id: chosen, closed: is_closed ? 0 : 1 }, is_closed ? '已启用' : '已停用')}
              >
                {is_closed ? '启用' : '停用'}
              </Button>
            )}
            <Button size="sm" look="ghost" onClick={() => setChosen(null)}>
              取消选择
            </Button>
          </>
        )}
      </div>
      {said && <FormError className="text-error">{said}</FormError>}
      <div className="seat-paper grid grid-cols-1 gap-2">
        <div className="seat-paper-only">
          <b>{salon.title}</b> {salon.starts_at !== null && timeText(salon.starts_at)} {salon.venue}
        </div>
        <SeatMap
          label="座位图"
          plan={plan}
          picked={new Set(chosen === null ? [] : [chosen])}
          aboutOf={({ kind_id, states }) =>
            `${salon.kinds.find(({ id }) => id === kind_id)?.name ?? ''} 已有人 ${states.split('1').length - 1} / ${states.replaceAll('2', '').length}`
          }
          nameOf={(id) => (printing === 'empty' ? '' : nameOf(of.get(id)))}
          can={() => !fixed}
          onPick={(id) => void press(id)}
        />
        {printing !== 'empty' && guests.length > 0 && (
          <ul className="seat-list num" aria-label="谁坐在哪里">
            {guests.map((one) => (
              <li key={one.seat_id}>
                {labelOf(plan, one.seat_id)}：{nameOf(one)}
                {one.is_in && '（已入场）'}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const nameOf = (guest: SeatGuest | undefined): string => (guest ? (guest.ticket_id === 0 ? '待支付' : guest.name) : '');

function standing(guest: SeatGuest | undefined, is_closed: boolean): string {
  if (!guest) return is_closed ? '已停用' : '空座位';
  return guest.ticket_id === 0 ? '一位来宾的订单还没有支付' : `${guest.name} · ${guest.seq} 号票`;
}
