import { useStore } from '@nanostores/react';
import { BadgeCheck, Clock, ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { askSession } from '#client/session.ts';
import { useOwnSession, useSession } from '#client/use-session.ts';
import { type OwnCompany, VERIFY_TEXTS } from '#contract/verification.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { type CompanyActions, type CompanyState, createCompany } from './company.store.ts';

/** Pages of the enterprise, by the last part of their address. */
export type CompanyPage = 'index' | 'apply' | 'examine' | 'reject' | 'edit';

const ENTERPRISE = '/personalCenter/myEnterprise';
const companyPath = (page: CompanyPage): string => (page === 'index' ? ENTERPRISE : `${ENTERPRISE}/${page}`);

/** Where an address leads that does not fit how the enterprise stands; null: it fits. */
export function betterPage(page: CompanyPage, { status }: Pick<OwnCompany, 'status'>): CompanyPage | null {
  if (page === 'index') return null;
  const first = status === 'none';
  if (page === 'apply') return first ? null : status === 'reviewing' ? 'examine' : 'edit';
  if (page === 'edit') return first ? 'apply' : status === 'reviewing' ? 'examine' : null;
  if (page === 'examine') return status === 'reviewing' ? null : 'index';
  return status === 'rejected' ? null : 'index';
}

/** 我的企业: each of its pages shows what fits how the enterprise stands, and leads on where it does not. */
export default function CompanyIsland({ page }: { page: CompanyPage }) {
  const [{ $state, actions }] = useState(createCompany);
  const state = useStore($state);
  const { own } = state;
  useOwnSession();
  useOwnLoad(actions.load, own !== null);
  const better = own && betterPage(page, own);
  useEffect(() => {
    if (better) location.replace(companyPath(better));
  }, [better]);
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!own || better) return <Skeleton rows={4} row_class="h-14" label="正在加载" />;
  return (
    <div className="panel grid grid-cols-1 gap-4 p-4 sm:p-6">
      {page === 'index' && (
        <>
          <Overview own={own} />
          <PersonRow />
        </>
      )}
      {page === 'examine' && <Examined own={own} state={state} actions={actions} />}
      {page === 'reject' && <Rejected own={own} />}
      {(page === 'apply' || page === 'edit') && (
        <>
          {page === 'edit' && own.certified === 1 && (
            <p className="rounded-box bg-gold-tint p-3 text-gold-ink">修改后需要重新审核，审核期间原来的认证继续有效。</p>
          )}
          <CompanyForm state={state} actions={actions} onSent={() => location.assign(companyPath('examine'))} />
        </>
      )}
    </div>
  );
}

const TITLES: Record<OwnCompany['status'], string> = {
  none: '认证企业，获得更多信任',
  reviewing: '企业资料审核中',
  approved: '企业认证已通过',
  rejected: '企业认证未通过',
  expired: '企业认证已到期',
};

function Overview({ own }: { own: OwnCompany }) {
  const { status, certified, certified_as, certified_until, reason } = own;
  const Icon = status === 'approved' ? BadgeCheck : status === 'reviewing' ? Clock : ShieldAlert;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Icon size={40} className={status === 'approved' ? 'text-success' : 'text-muted'} aria-hidden="true" />
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 className="text-base font-semibold">
          {TITLES[status]}
          <span className="badge badge-soft ml-2 align-middle">{VERIFY_TEXTS[status]}</span>
        </h2>
        {certified === 1 && certified_as && (
          <p className="num">
            {certified_as.name}（{certified_as.licence}），认证有效期至 {timeText(certified_until)}
          </p>
        )}
        {status === 'none' && <p className="text-muted">认证后可以发布职位，页面显示企业认证标识，联系供应商不收猫币。</p>}
        {status === 'rejected' && <p className="text-error">原因：{reason}</p>}
        {status === 'expired' && <p className="text-muted">请核对资料后重新提交，通过后恢复认证标识。</p>}
      </div>
      <a className="btn btn-primary" href={companyPath(NEXT[status].page)}>
        {NEXT[status].text}
      </a>
    </div>
  );
}

/** Who stands behind the enterprise proves who they are in a dialog over this page. */
function PersonRow() {
  const verified = Boolean(useSession()?.user.auth_personal);
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">
      <span>
        个人实名认证<span className="text-muted">：{verified ? '已完成，可以发布需求' : '发布需求前需要完成'}</span>
      </span>
      {verified ? (
        <a className="btn btn-sm" href="/personalCenter/myVerify">
          查看
        </a>
      ) : (
        <Button size="sm" onClick={() => void openVerification()}>
          去认证
        </Button>
      )}
    </p>
  );
}

const NEXT: Record<OwnCompany['status'], { page: CompanyPage; text: string }> = {
  none: { page: 'apply', text: '申请企业认证' },
  reviewing: { page: 'examine', text: '查看审核进度' },
  approved: { page: 'edit', text: '修改企业资料' },
  rejected: { page: 'reject', text: '查看原因并修改' },
  expired: { page: 'edit', text: '重新认证' },
};

function Examined({ own, state, actions }: { own: OwnCompany; state: CompanyState; actions: CompanyActions }) {
  const withdraw = async () => {
    if (await actions.withdraw()) location.assign(companyPath('edit'));
  };
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <Clock size={48} className="text-gold-ink" aria-hidden="true" />
      <h2 className="text-base font-semibold">企业资料审核中</h2>
      <p className="num text-muted">
        {own.form.name}（{own.form.licence}），提交于 {timeText(own.submitted_at)}
      </p>
      <p className="text-muted">一般在两个工作日内完成，结果会发到“我的消息”。</p>
      <Button busy={state.busy === 'withdraw'} onClick={() => void withdraw()}>
        撤回并修改
      </Button>
    </div>
  );
}

function Rejected({ own }: { own: OwnCompany }) {
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <ShieldAlert size={48} className="text-error" aria-hidden="true" />
      <h2 className="text-base font-semibold">企业认证未通过</h2>
      <p className="rounded-box bg-ground px-4 py-2">原因：{own.reason}</p>
      {own.certified === 1 && <p className="text-muted">此前通过的认证仍然有效。</p>}
      <a className="btn btn-primary" href={companyPath('edit')}>
        修改资料并重新提交
      </a>
    </div>
  );
}

/** Opens the dialog in which people prove who they are, after a login if needed. False: closed before it was done. */
async function openVerification(): Promise<boolean> {
  if (!(await askSession('登录后即可认证'))) return false;
  const { showVerification } = await import('./VerificationDialog.tsx');
  return showVerification();
}
