import { useEffect, useEffectEvent, useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { JOIN_CODE } from '#contract/company.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { openVip } from '../vip/open-vip.ts';
import { Bill } from './Bill.tsx';
import { fetchCompany } from './company-calls.ts';
import { Invite } from './Invite.tsx';
import { Join } from './Join.tsx';
import { Seats } from './Seats.tsx';

/** 企业团队: seats of memberships, who sits on them, and the way in. */
export default function CompanyIsland() {
  const { data, failure, actions } = useOwnPage(fetchCompany);
  const [code, setCode] = useState('');
  const act = async (work: () => Promise<unknown>, done: string) => {
    const wrong = await actions.run(work);
    if (wrong === null) toastSuccess(done);
    else toastError(wrong);
  };
  const buy = async (wish: Parameters<typeof openVip>[0]) => {
    if (await openVip(wish)) await actions.load();
  };
  const arrive = useEffectEvent(() => {
    const query = new URLSearchParams(location.search);
    const asked = query.get('join') ?? '';
    if (JOIN_CODE.test(asked)) setCode(asked);
    const [vip_id = 0, vip_type = 0, seats = 0, line = 0] = ['pay', 'type', 'seats', 'line'].map((name) => Number(query.get(name) ?? 0));
    // an order that waits is paid here
    if (vip_id && seats) void buy({ vip_type, vip_id, seats, line });
  });
  useEffect(arrive, []);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  const { company, staff, bill } = data;
  const works = staff.employers.filter(({ state }) => state === 'active');
  return (
    <div className="grid gap-6">
      {code && <Join code={code} onDone={() => setCode('')} onJoined={() => void actions.load()} />}
      {works.length > 0 && (
        <section className="panel grid gap-1 p-4 sm:p-6" aria-labelledby="works-title">
          <h2 id="works-title" className="text-base font-semibold">
            我所在的企业
          </h2>
          <p>{works.map(({ name }) => name).join('、')}</p>
          <p className="text-muted">
            分到的席位在
            <a className="link" href="/personalCenter/myVipschemeOrder">
              我的会员
            </a>
            里；离开企业请到
            <a className="link" href="/personalCenter/myStaff">
              我的员工
            </a>
            。
          </p>
        </section>
      )}
      {company.is_company === 0 && company.seats.length === 0 ? (
        works.length === 0 && (
          <section className="panel p-4 sm:p-6">
            <Empty title="企业认证后可以为同事购买席位" hint="一张订单买多个会员席位，分配给同事使用，人员变动时随时收回。">
              <a className="btn btn-primary" href={JOB_PATHS.enterprise}>
                去认证
              </a>
            </Empty>
          </section>
        )
      ) : (
        <>
          <Seats company={company} staff={staff} onBuy={(wish) => void buy(wish)} onAct={(work, done) => void act(work, done)} />
          <section className="panel grid gap-1 p-4 sm:p-6" aria-labelledby="library-title">
            <h2 id="library-title" className="text-base font-semibold">
              企业作品
            </h2>
            <p className="text-muted">
              您或同事以“企业授权”购买的作品归企业所有，在职的人都可以在
              <a className="link" href="/personalCenter/myOrder?tab=company">
                我的订单与下载
              </a>
              里下载，离开后不再可用；各自以个人授权购买的不受影响。
            </p>
          </section>
          <Bill first={bill} />
          <Invite company={company} onAct={(work, done) => void act(work, done)} />
        </>
      )}
    </div>
  );
}
