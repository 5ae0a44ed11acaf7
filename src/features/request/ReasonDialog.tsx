import { useState } from 'react';
import { REQUEST_MAX } from '#contract/request.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';

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
      <Form className="grid gap-3" onSubmit={submit}>
        {about && <p className="text-muted">{about}</p>}
        <TextArea label={label} required error={error} rows={3} maxLength={REQUEST_MAX.reason} value={reason} onValue={setReason} />
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
      </Form>
    </Dialog>
  );
}
