import { useEffect, useState } from 'react';
import { addressQuery } from '#client/address.ts';
import { useAddressWord } from '#client/use-address-word.ts';
import { MESSAGES_A_DAY } from '#contract/organise.ts';
import { SALON_STATE_TEXT, type SalonState, salonPath } from '#contract/salon.ts';
import { Circulars } from '#kit/Circulars.tsx';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { Doors } from './Doors.tsx';
import { Figures } from './Figures.tsx';
import { Guests } from './Guests.tsx';
import { Online } from './Online.tsx';
import { Recap } from './Recap.tsx';
import { Seats } from './Seats.tsx';
import { fetchMessages, fetchSalon, sendMessage } from './screen-calls.ts';

const TABS = ['figures', 'guests', 'seats', 'doors', 'online', 'messages', 'recap'] as const;
const TITLES = {
  figures: '概况',
  guests: '来宾',
  seats: '座位',
  doors: '检票入口',
  online: '线上与提醒',
  messages: '通知',
  recap: '回顾',
} as const;
const tabs = TABS.map((key) => ({ key, title: TITLES[key] }));

function asked(): number {
  const id = Number(addressQuery().get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

/** An own salon: its figures, its guests, its doors, the messages to them, and its recap. */
export default function OrganiseIsland() {
  // the server does not know which salon: both begin with the same rows
  const [id, setId] = useState<number | null>(null);
  useEffect(() => setId(asked()), []);
  return id === null ? <Skeleton rows={4} row_class="h-24" /> : <Organise id={id} />;
}

/** A code for tickets of this salon alone. */
async function makeCode(id: number, title: string): Promise<void> {
  const { openDiscount } = await import('../discount/open-discount.tsx');
  if (await openDiscount({ work: { id, title } })) location.assign('/personalCenter/myDiscounts');
}

function Organise({ id }: { id: number }) {
  const [tab, choose] = useAddressWord('tab', TABS, ['page', 'q', 'state']);
  const { data: salon, failure, actions } = useOwnPage(() => fetchSalon(id));
  if (id === 0 || failure?.status === 404)
    return (
      <div className="panel">
        <Empty title="没有这场沙龙" hint="它可能已被删除，或者不是您举办的。">
          <a className="btn" href="/personalCenter/mySalon">
            我的沙龙
          </a>
        </Empty>
      </div>
    );
  if (failure && !salon) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!salon) return <Skeleton rows={4} row_class="h-24" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="panel flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <a className="text-base font-semibold hover:text-primary" href={salonPath(id)}>
              {salon.title}
            </a>
            <span className="badge badge-sm">{SALON_STATE_TEXT[salon.state as SalonState]}</span>
          </p>
          <p className="num text-muted">
            {salon.starts_at === null ? '尚未发布' : `${timeText(salon.starts_at)} · ${salon.city} · ${salon.venue}`}
          </p>
        </div>
        {salon.state === 'open' && <Button onClick={() => void makeCode(id, salon.title)}>设优惠码</Button>}
      </header>
      <div className="panel p-4 md:p-6">
        <Tabs label="管理沙龙" tabs={tabs} current={tab} onChange={choose}>
          <div className="pt-4">
            {tab === 'figures' && <Figures salon={salon} run={actions.run} />}
            {tab === 'guests' && <Guests salon={salon} onChange={() => void actions.load()} />}
            {tab === 'seats' && <Seats salon={salon} />}
            {tab === 'doors' && <Doors id={id} />}
            {tab === 'online' && <Online salon={salon} onSaved={() => void actions.load()} />}
            {tab === 'messages' && (
              <Circulars
                id={id}
                to={[{ key: 'all', title: '持票人' }]}
                hint={`24 小时内最多 ${MESSAGES_A_DAY} 次，请只写与这场活动有关的事`}
                nobody="还没有人持有有效的票"
                load={() => fetchMessages(id)}
                send={(message) => sendMessage(id, message)}
              />
            )}
            {tab === 'recap' && <Recap id={id} />}
          </div>
        </Tabs>
      </div>
    </div>
  );
}
