import { useState } from 'react';
import { REQUEST_MAX } from '#contract/request.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FieldShell } from '#ui/Field.tsx';

interface ReasonDialogProps {
  title: string;
  about?: string;
  label: string;
  verb: string;
  reasons: readonly string[];
  onClose(): void;
  /** Null: done, the dialog closes; else what is to be said. */
  onDo(reason: string): Promise<string | null>;
}

/** Asks why, with some answers to take. */
export function ReasonDialog({ title, about, label, verb, reasons, onClose, onDo }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (reason.trim() === '') return setError('请填写原因');
    setBusy(true);
    const wrong = await onDo(reason.trim());
    setBusy(false);
    if (wrong === null) onClose();
    else setError(wrong);
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {about && <p className="text-muted">{about}</p>}
        <FieldShell label={label} required error={error}>
          {(control) => (
            <textarea
              {...control}
              className="textarea w-full"
              rows={3}
              maxLength={REQUEST_MAX.reason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </FieldShell>
        <p className="flex flex-wrap gap-2">
          {reasons.map((one) => (
            <button key={one} type="button" className="chip" onClick={() => setReason(one)}>
              {one}
            </button>
          ))}
        </p>
        <p className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            {verb}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
