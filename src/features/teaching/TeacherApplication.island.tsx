import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { loginUrl } from '#client/session.ts';
import { useReaderKey, useSession } from '#client/use-session.ts';
import { KINDS } from '#contract/kinds.ts';
import { BE_TEACHER_PAGE, MY_COURSE_PAGE, type OwnTeacher, TEACHER_TEXTS } from '#contract/teaching.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { createApplication } from './application.store.ts';
import { TeacherFormFields } from './TeacherFormFields.tsx';

/** How the reader stands as a teacher, and the form. A visitor sees the way to sign in and comes back here. */
export default function TeacherApplication() {
  return <Own key={useReaderKey()} />;
}

function Own() {
  const [{ $state, actions }] = useState(() => createApplication());
  const state = useStore($state);
  const { own, failure, editing } = state;
  useOwnLoad(actions.load, own !== null);
  const signed_in = useSession() !== null;
  if (!own && !signed_in) {
    return (
      <div className="grid justify-items-start gap-2">
        <p>登录后填写申请，审核结果会在站内消息里告诉您。</p>
        <a
          className="btn btn-primary"
          href={`/login?from=${encodeURIComponent(BE_TEACHER_PAGE)}`}
          onClick={(event) => {
            event.preventDefault();
            location.assign(loginUrl());
          }}
        >
          登录后申请
        </a>
      </div>
    );
  }
  if (failure && !own) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!own) return <Skeleton rows={2} row_class="h-12" />;
  if (own.state === 'none' || editing) {
    return (
      <TeacherFormFields
        state={state}
        actions={actions}
        profile_only={own.state === 'accepted'}
        {...(own.state === 'none' ? {} : { onCancel: actions.cancel })}
      />
    );
  }
  return <Standing own={own} busy={state.busy} problem={state.errors.form} onEdit={actions.edit} onWithdraw={actions.withdraw} />;
}

interface StandingProps {
  own: OwnTeacher;
  busy: boolean;
  problem: string | undefined;
  onEdit(): void;
  onWithdraw(): void;
}

function Standing({ own, busy, problem, onEdit, onWithdraw }: StandingProps) {
  const { state, form } = own;
  return (
    <div className="grid gap-4">
      <p role="status" className={state === 'accepted' ? 'rounded-box bg-tint p-4' : 'rounded-box bg-gold-tint p-4 text-gold-ink'}>
        <strong>{TEACHER_TEXTS[state]}</strong>
        <span className="num ml-2">
          {state === 'waiting' && `提交于 ${timeText(own.applied_at)}，一般在两个工作日内有结果。`}
          {state === 'accepted' && '现在可以创建课程。'}
          {(state === 'returned' || state === 'withdrawn') && own.reason}
        </span>
      </p>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-muted">姓名</dt>
        <dd>{form.name}</dd>
        <dt className="text-muted">职位</dt>
        <dd>{form.position}</dd>
        <dt className="text-muted">领域</dt>
        <dd>{form.field}</dd>
        <dt className="text-muted">介绍</dt>
        <dd className="break-words whitespace-pre-line">{form.introduction}</dd>
      </dl>
      {problem && <FormError className="text-error">{problem}</FormError>}
      <div className="flex flex-wrap gap-2">
        {state === 'accepted' && (
          <>
            <a className="btn btn-primary" href={KINDS.course.paths.add}>
              创建课程
            </a>
            <a className="btn" href={MY_COURSE_PAGE}>
              我教的课程
            </a>
            <Button onClick={onEdit}>修改讲师资料</Button>
          </>
        )}
        {state === 'waiting' && (
          <Button busy={busy} onClick={onWithdraw}>
            撤回申请
          </Button>
        )}
        {(state === 'returned' || state === 'withdrawn') && (
          <Button look="primary" onClick={onEdit}>
            修改后重新申请
          </Button>
        )}
      </div>
    </div>
  );
}
