import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import { budgetText, REQUEST_MAX } from '#contract/request.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { AnswerForm, OwnAnswer } from './AnswerForm.tsx';
import { AskerPanel } from './AskerPanel.tsx';
import { RatePanel } from './RatePanel.tsx';
import { createRequestActs } from './request-acts.store.ts';

interface RequestActsProps {
  id: number;
  open: boolean;
  /** Everybody sees the request; false: its asker alone may. */
  shown: boolean;
}

const REPORT_REASONS = ['含有联系方式或广告', '虚假需求', '要求线下付款', '违法违规'];

/** What the reader does with a request: answer it, choose a planner, rate. Place it with `client:intent="signed-in"`. */
export default function RequestActsIsland({ id, open, shown }: RequestActsProps) {
  const [acts] = useState(() => createRequestActs(id, shown));
  const { view, detail, failure, missing } = useStore(acts.$state);
  const [reporting, setReporting] = useState(false);
  const user_id = useSession()?.user.id ?? 0;
  useEffect(() => {
    if (user_id > 0) void acts.actions.load();
  }, [user_id, acts]);
  // the page's card leads a visitor to the login
  if (user_id === 0) return null;
  if (!view && !failure && !missing) return open ? <Skeleton rows={1} row_class="h-40" label="正在加载" /> : null;
  if (failure) return <ErrorState {...failure} onRetry={() => void acts.actions.load()} />;
  if (!view) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" {...(view.role === 'reader' ? {} : { 'data-answers': '' })}>
      {detail && (
        <section className="panel p-4 sm:p-6" aria-labelledby="held-title">
          <p>
            <span className="badge badge-soft">{detail.state_text}</span>
          </p>
          <h2 id="held-title" className="mt-2 text-lg font-semibold break-words">
            {detail.title}
          </h2>
          <p className="num text-xs text-muted">
            {[detail.field.name, budgetText(detail.budget), detail.place].filter(Boolean).join(' · ')}
          </p>
          <p className="mt-2 break-words whitespace-pre-line">{detail.detail}</p>
        </section>
      )}
      {view.role === 'asker' && <AskerPanel view={view} acts={acts} shown={shown} />}
      {view.role === 'planner' && view.mine && <OwnAnswer answer={view.mine} onWithdraw={acts.actions.withdraw} />}
      {view.role === 'reader' && open && (
        <section className="panel p-4 sm:p-6" aria-label="接单">
          {view.refusal === '' ? <AnswerForm acts={acts} /> : <p className="text-muted">{view.refusal}</p>}
        </section>
      )}
      <RatePanel view={view} acts={acts} />
      {view.role !== 'asker' && open && (
        <p className="text-right">
          <Button look="ghost" size="sm" onClick={() => setReporting(true)}>
            举报这个求单
          </Button>
        </p>
      )}
      {reporting && (
        <ReasonDialog
          title="举报求单"
          label="举报的原因"
          verb="提交举报"
          max={REQUEST_MAX.reason}
          reasons={REPORT_REASONS}
          onClose={() => setReporting(false)}
          onDo={async (reason) => {
            const wrong = await acts.actions.report(reason);
            if (wrong === null) toastSuccess('感谢您的举报，我们会尽快处理');
            return wrong;
          }}
        />
      )}
    </div>
  );
}
