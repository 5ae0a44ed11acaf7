import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { ReasonDialog, type ReasonDialogProps } from '../ask-reason.tsx';
import { SecondPersonHint } from './SecondPersonHint.tsx';

export interface AskProps extends Omit<ReasonDialogProps, 'hint' | 'max'> {
  needs_reason?: boolean;
  /** Above the bound of a day a second person confirms it. */
  countersigned?: boolean;
}

/** Asks before staff do something, with the reason that the audit log keeps. */
export function Ask({ needs_reason = true, countersigned = false, fields, ...ask }: AskProps) {
  const beside = (
    <>
      {fields}
      {countersigned && <SecondPersonHint />}
    </>
  );
  return <ReasonDialog {...ask} fields={beside} {...(needs_reason ? { max: STAFF_REASON_MAX, hint: '会记入操作记录' } : {})} />;
}
