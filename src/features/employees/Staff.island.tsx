import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { EMPLOYEE_STATES } from '#contract/employee.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { EmployeeRow } from '#contract/outputs/employee.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { Acts } from './Acts.tsx';
import { Employers, rightsText } from './Employers.tsx';
import { RightsDialog } from './RightsDialog.tsx';
import { fetchStaff, invite, remove, setRights } from './staff-calls.ts';

type Asked = { what: 'invite' } | { what: 'rights' | 'remove'; row: EmployeeRow } | null;

/** 我的员工: who acts for one's own enterprise, for which one oneself acts, and what was done. */
export default function StaffIsland() {
  const { data, failure, actions } = useOwnPage(fetchStaff);
  const [asked, setAsked] = useState<Asked>(null);
  const act = async (work: () => Promise<unknown>, done: string): Promise<string | null> => {
    const wrong = await actions.run(work);
    if (wrong === null) toastSuccess(done);
    else toastError(wrong);
    return wrong;
  };
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  const add = (
    <Button look="primary" onClick={() => setAsked({ what: 'invite' })}>
      邀请员工
    </Button>
  );
  return (
    <div className="grid gap-6">
      <Employers list={data.employers} onAct={(work, done) => void act(work, done)} />
      <section className="panel grid gap-4 p-4 sm:p-6" aria-labelledby="employees-title">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="employees-title" className="text-base font-semibold">
            {data.may_invite === 1 ? `${data.name}的员工` : '我的企业的员工'}
          </h2>
          {data.may_invite === 1 && data.employees.length > 0 && add}
        </div>
        {data.may_invite === 0 && data.employees.length === 0 && (
          <Empty title="企业认证后可以邀请员工" hint="员工用自己的账号，以企业名义发布、招聘和查看订单，随时可以收回。">
            <a className="btn btn-primary" href={JOB_PATHS.enterprise}>
              去认证
            </a>
          </Empty>
        )}
        {data.may_invite === 1 && data.employees.length === 0 && (
          <Empty title="还没有员工" hint="按手机号邀请，对方接受后生效。">
            {add}
          </Empty>
        )}
        <ul className="grid grid-cols-1 divide-y divide-line">
          {data.employees.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-3 py-4">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold">
                  {row.nickname} <span className="num font-normal text-muted">{row.mobile}</span>
                  <span className="badge badge-soft ml-2">{EMPLOYEE_STATES[row.state]}</span>
                </p>
                <p className="text-muted">{rightsText(row.rights)}</p>
                <p className="num text-xs text-muted">{timeText(row.invited_at)} 邀请</p>
              </div>
              {(row.state === 'active' || row.state === 'invited') && (
                <>
                  <Button size="sm" aria-label={`修改 ${row.nickname} 的权限`} onClick={() => setAsked({ what: 'rights', row })}>
                    修改权限
                  </Button>
                  <Button size="sm" look="ghost" aria-label={`移除 ${row.nickname}`} onClick={() => setAsked({ what: 'remove', row })}>
                    {row.state === 'active' ? '移除' : '撤回邀请'}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
      {data.employees.length > 0 && <Acts />}
      {asked?.what === 'invite' && (
        <RightsDialog
          title="邀请员工"
          rights={['publish']}
          with_mobile
          onSave={(rights, mobile) => actions.run(() => invite(mobile, rights))}
          onSaved={() => toastSuccess('邀请已发出，等待对方接受')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.what === 'rights' && (
        <RightsDialog
          title={`${asked.row.nickname} 的权限`}
          rights={asked.row.rights}
          onSave={(rights) => actions.run(() => setRights(asked.row.id, rights))}
          onSaved={() => toastSuccess('权限已修改，立即生效')}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.what === 'remove' && (
        <Dialog open title="移除员工" width={400} onClose={() => setAsked(null)}>
          <p className="mb-4">移除后，{asked.row.nickname} 立即不能再以企业名义操作。</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>取消</Button>
            <Button
              look="primary"
              onClick={() => {
                const { id } = asked.row;
                setAsked(null);
                void act(() => remove(id), '已移除');
              }}
            >
              移除
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
