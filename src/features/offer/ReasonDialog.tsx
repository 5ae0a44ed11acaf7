import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { OFFER_REASON_MAX } from '#contract/offer.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

interface Ask {
  title: string;
  about: string;
  /** Label of the button that does it. */
  act: string;
  /** Offered for one press; absent: no reason is asked for. */
  reasons?: readonly string[];
  run(reason: string): Promise<unknown>;
}

/** Asks before something is done, with a reason where one is needed. True: it was done. */
export function askFirst(ask: Ask): Promise<boolean> {
  return openDialog<boolean>((close) => <ReasonDialog {...ask} close={close} />);
}

function ReasonDialog({ title, about, act, reasons, run, close }: Ask & { close(done: boolean): void }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // what is on its way is waited for: whoever asked would take it for not sent
  const leave = () => {
    if (!busy) close(false);
  };
  const submit = async () => {
    if (reasons && reason.trim() === '') return setError('请填写原因');
    setBusy(true);
    try {
      await run(reason.trim());
      close(true);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.msg);
      setBusy(false);
    }
  };
  return (
    <Dialog open title={title} width={480} onClose={leave}>
      <Form onSubmit={submit}>
        <p className="mb-3 text-muted">{about}</p>
        {reasons ? (
          <>
            <div className="mb-2 flex flex-wrap gap-2">
              {reasons.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="chip"
                  aria-pressed={reason === one}
                  onClick={() => {
                    setReason(one);
                    setError(null);
                  }}
                >
                  {one}
                </button>
              ))}
            </div>
            <TextArea label="原因" required error={error} rows={3} maxLength={OFFER_REASON_MAX} value={reason} onValue={setReason} />
          </>
        ) : (
          <FormError>{error}</FormError>
        )}
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            再想想
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {act}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
