import { type ReactNode, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface ReasonWish {
  title: string;
  /** What it is done to, by name. */
  subject?: string;
  about?: ReactNode;
  /** Labels of the button that does it and of the one that does not. */
  verb: string;
  back?: string;
  /** Longest reason; absent: none is asked for. */
  max?: number;
  /** It may be empty. */
  optional?: boolean;
  label?: string;
  hint?: string;
  /** Stands in the field already. */
  reason?: string;
  /** Offered for one press. */
  reasons?: readonly string[];
  /** Fields beside the reason. */
  fields?: ReactNode;
}

export interface ReasonDialogProps extends ReasonWish {
  onClose(): void;
  /** Null: done, the dialog closes; else what is wrong. */
  onDo(reason: string): Promise<string | null>;
}

/** Asks before something is done, with a reason where one is needed. */
export function ReasonDialog({ title, subject, about, verb, back = '取消', max, optional, onClose, onDo, ...ask }: ReasonDialogProps) {
  const { label = '原因', hint, reasons = [], fields } = ask;
  const [reason, setReason] = useState(ask.reason ?? '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // what is on its way is waited for: the caller would take it for not sent
  const leave = () => {
    if (!busy) onClose();
  };
  const write = (text: string) => {
    setReason(text);
    setError(null);
  };
  const submit = async () => {
    if (max !== undefined && !optional && reason.trim() === '') return setError(`请填写${label}`);
    setBusy(true);
    const wrong = await onDo(reason.trim()).finally(() => setBusy(false));
    if (wrong === null) onClose();
    else setError(wrong);
  };
  return (
    <Dialog open title={title} width={480} modal_only={max !== undefined} onClose={leave}>
      <Form onSubmit={submit}>
        {subject && <p className="mb-2 font-semibold">{subject}</p>}
        {about && <div className="mb-3 text-muted">{about}</div>}
        {fields}
        {reasons.length > 0 && (
          <div className="mb-2 flex flex-wrap gap-2">
            {reasons.map((one) => (
              <button key={one} type="button" className="chip" aria-pressed={reason === one} onClick={() => write(one)}>
                {one}
              </button>
            ))}
          </div>
        )}
        {max === undefined ? (
          <FormError>{error}</FormError>
        ) : (
          <TextArea label={label} required={!optional} error={error} hint={hint} rows={3} maxLength={max} value={reason} onValue={write} />
        )}
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            {back}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The same where no island stands. The reason, once `run` has done it ('' where none was asked for); null: thought better of it. */
export function askReason({ run, ...wish }: ReasonWish & { run?(reason: string): Promise<unknown> }): Promise<string | null> {
  let done: string | null = null;
  const act = async (reason: string) => {
    try {
      await run?.(reason);
      done = reason;
      return null;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return failure.msg;
    }
  };
  return openDialog<string | null>((close) => <ReasonDialog {...wish} onClose={() => close(done)} onDo={act} />);
}
