import { type ReactNode, useState } from 'react';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { SecondPersonHint } from './SecondPersonHint.tsx';

export interface AskProps {
  title: string;
  /** Label of the button that does it. */
  verb: string;
  about?: ReactNode;
  needs_reason?: boolean;
  /** Stands in the field already. */
  reason?: string;
  /** Above the bound of a day a second person confirms it. */
  countersigned?: boolean;
  /** Fields beside the reason. */
  fields?: ReactNode;
  onClose(): void;
  /** Null: done, the dialog closes; else what was wrong. */
  onDo(reason: string): Promise<string | null>;
}

/** Asks before something is done, with the reason that the audit log keeps. */
export function Ask({
  title,
  verb,
  about,
  needs_reason = true,
  reason: preset = '',
  fields,
  countersigned = false,
  onClose,
  onDo,
}: AskProps) {
  const [reason, setReason] = useState(preset);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (needs_reason && reason.trim() === '') return setError('请填写原因');
    setBusy(true);
    const wrong = await onDo(reason.trim());
    setBusy(false);
    if (wrong === null) onClose();
    else setError(wrong);
  };
  return (
    <Dialog open title={title} width={480} onClose={onClose}>
      <Form onSubmit={submit}>
        {about && <div className="mb-3 text-muted">{about}</div>}
        {fields}
        {countersigned && <SecondPersonHint />}
        {needs_reason ? (
          <TextArea
            label="原因"
            required
            error={error}
            hint="会记入操作记录"
            rows={3}
            maxLength={STAFF_REASON_MAX}
            value={reason}
            onValue={(text) => {
              setReason(text);
              setError(null);
            }}
          />
        ) : (
          error && <FormError className="mb-3 text-error">{error}</FormError>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
