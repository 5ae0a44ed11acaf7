import { useState } from 'react';
import { JOIN_DAYS, type OwnCompany } from '#contract/company.ts';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { endText } from '#ui/time-text.ts';
import { setLink } from './company-calls.ts';

/** The link by which people come into a company. */
export function Invite({ company, onAct }: { company: OwnCompany; onAct(work: () => Promise<unknown>, done: string): void }) {
  const [seats, setSeats] = useState('0');
  const open = company.seats.filter(({ state }) => state !== 'ended');
  if (company.is_company === 0) return null;
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="invite-title">
      <h2 id="invite-title" className="text-base font-semibold">
        邀请同事
      </h2>
      <p className="text-muted">
        对方打开链接并确认后加入，没有任何操作权限；也可以在
        <a className="link" href="/personalCenter/myStaff">
          我的员工
        </a>
        里按手机号邀请、授予权限或移除。
      </p>
      {company.join_url ? (
        <>
          <p className="num rounded-box bg-ground p-3 break-all">{company.join_url}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Button look="primary" size="sm" onClick={() => void copy(company.join_url)}>
              复制链接
            </Button>
            <Button size="sm" look="ghost" onClick={() => onAct(() => setLink(0, 0), '邀请链接已停用')}>
              停用
            </Button>
            <span className="text-xs text-muted">{endText(company.join_to)} 前有效</span>
          </p>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {open.length > 0 && (
            <SelectBox
              className="select max-w-72"
              aria-label="加入后分配"
              value={seats}
              none={['0', '加入后不分配席位']}
              options={open.map(({ id, name, seats: n, holders }) => [id, `加入后分配${name}席位（余 ${n - holders.length}）`] as const)}
              onValue={setSeats}
            />
          )}
          <Button size="sm" look="primary" onClick={() => onAct(() => setLink(1, Number(seats)), `邀请链接已生成，${JOIN_DAYS} 天内有效`)}>
            生成邀请链接
          </Button>
        </div>
      )}
    </section>
  );
}
