import { useState } from 'react';
import type { CompanySeats, OwnCompany } from '#contract/company.ts';
import { VIP_ALL } from '#contract/kinds.ts';
import type { OwnStaff } from '#contract/outputs/employee.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { endText } from '#ui/time-text.ts';
import { setSeat } from './company-calls.ts';

type Act = (work: () => Promise<unknown>, done: string) => void;

interface SeatsProps {
  company: OwnCompany;
  staff: OwnStaff;
  onBuy(wish: { vip_type: number; vip_id?: number; seats: number; line?: number }): void;
  onAct: Act;
}

const STATES = { running: '生效中', waiting: '待生效', ended: '已到期' };
const FIRST_SEATS = 5;

/** The seats of a company, a card for those that follow each other. */
export function Seats({ company, staff, onBuy, onAct }: SeatsProps) {
  const buy = (
    <Button look="gold" onClick={() => onBuy({ vip_type: VIP_ALL, seats: FIRST_SEATS })}>
      购买席位
    </Button>
  );
  return (
    <section className="panel grid gap-4 p-4 sm:p-6" aria-labelledby="seats-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="seats-title" className="text-base font-semibold">
          {company.name}的会员席位
        </h2>
        {company.is_company === 1 && company.seats.length > 0 && buy}
      </div>
      {company.seats.length === 0 ? (
        <Empty title="还没有席位" hint="席位上的同事拥有完整的会员权益；每月可以换人的次数与席位数相同。">
          {buy}
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {company.seats.map((line) => (
            <Line key={line.id} line={line} staff={staff} onBuy={onBuy} onAct={onAct} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ line, staff, onBuy, onAct }: { line: CompanySeats } & Pick<SeatsProps, 'staff' | 'onBuy' | 'onAct'>) {
  const [chosen, setChosen] = useState('');
  const sitting = new Set(line.holders.map(({ user_id }) => user_id));
  const others = staff.employees.filter(({ state, user_id }) => state === 'active' && !sitting.has(user_id));
  const free = line.seats - line.holders.length;
  const give = () => {
    const user_id = Number(chosen);
    setChosen('');
    onAct(() => setSeat(line.id, user_id, 1), '席位已分配，立即生效');
  };
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">
            {line.name} · <span className="num">{line.seats}</span> 个席位
            <span className="badge badge-soft ml-2">{STATES[line.state]}</span>
          </p>
          <p className="num text-muted">
            {line.state === 'waiting' && `自 ${endText(line.from)} 起，`}有效期至 {endText(line.to)} · 已分配 {line.holders.length} ·
            本月还可换人 {line.moves_left} 次
          </p>
        </div>
        {line.vip_id > 0 && (
          <Button size="sm" onClick={() => onBuy({ vip_type: line.vip_type, vip_id: line.vip_id, seats: line.seats, line: line.id })}>
            续费<span className="sr-only">{line.name}席位</span>
          </Button>
        )}
      </div>
      {line.holders.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {line.holders.map(({ user_id, nickname, since }) => (
            <li key={user_id} className="flex items-center gap-2 rounded-box border border-line py-1 pr-1 pl-3">
              <span title={`${endText(since)} 起`}>{nickname}</span>
              <Button
                size="sm"
                look="ghost"
                aria-label={`收回${nickname}的席位`}
                onClick={() => onAct(() => setSeat(line.id, user_id, 0), '席位已收回')}
              >
                收回
              </Button>
            </li>
          ))}
        </ul>
      )}
      {line.state !== 'ended' && free > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {others.length > 0 ? (
            <>
              <SelectBox
                className="select max-w-64"
                aria-label={`分配${line.name}席位给`}
                value={chosen}
                none="选择同事"
                options={others.map(({ user_id, nickname, mobile }) => [user_id, `${nickname} ${mobile}`] as const)}
                onValue={setChosen}
              />
              <Button size="sm" disabled={chosen === ''} onClick={give}>
                分配席位
              </Button>
            </>
          ) : (
            <p className="text-muted">还有 {free} 个空席位，邀请同事后可以分配。</p>
          )}
        </div>
      )}
    </li>
  );
}
