import { useStore } from '@nanostores/react';
import { Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { askSession } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { AGAIN_STAGES, APPLICATION_STAGES } from '#contract/recruit.ts';
import { fetchState } from './screen-calls.ts';

/** The button that applies, or how far the reader's application is. Place it with `client:intent="signed-in"`. */
export default function ApplyIsland({ id, title }: { id: number; title: string }) {
  const [state] = useState(() => createLoad(() => fetchState(id)));
  const { data } = useStore(state.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) void state.actions.load();
  }, [signed_in, state]);
  const press = () => pressApply({ id, title }, () => void state.actions.load());
  const goOn = useEffectEvent(press);
  useEffect(() => {
    // back from the resume that was written for it
    if (!signed_in || location.hash !== '#apply') return;
    history.replaceState(history.state, '', location.pathname + location.search);
    void goOn();
  }, [signed_in]);
  if (data?.own === 1) {
    return (
      <a className="btn btn-primary btn-main w-full" href={JOB_PATHS.applicants(id)}>
        查看应聘者
      </a>
    );
  }
  if (data?.stage && !AGAIN_STAGES.includes(data.stage)) {
    return (
      <div className="grid gap-2" role="status">
        <p className="rounded-box bg-tint p-3 text-center">
          投递进度：<b>{APPLICATION_STAGES[data.stage]}</b>
        </p>
        <a className="btn w-full" href={`${JOB_PATHS.resumes}?tab=applications`}>
          我的投递
        </a>
      </div>
    );
  }
  return (
    <button type="button" className="btn btn-primary btn-main w-full" onClick={() => void press()}>
      <Send size={18} aria-hidden="true" />
      投递简历
    </button>
  );
}

/** Asks for the login where it is needed, then opens the dialog that applies; `onSent` when it went out. */
async function pressApply(job: { id: number; title: string }, onSent: () => void): Promise<void> {
  if (!(await askSession('登录后即可投递简历'))) return;
  const { openApply } = await import('./ApplyDialog.tsx');
  if (await openApply(job)) onSent();
}
