import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { leaveMail } from './leave-mail.ts';

/** One press ends a sort of mail for any holder of the address. */
export default function UnsubscribeIsland() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ done: boolean; text: string } | null>(null);
  const leave = async () => {
    setBusy(true);
    try {
      setSaid(await leaveMail(location.search));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid justify-items-center gap-4">
      {said?.done ? null : (
        <Button look="primary" busy={busy} onClick={() => void leave()}>
          确认退订
        </Button>
      )}
      <p role={said?.done === false ? 'alert' : 'status'} className={said?.done === false ? 'text-error' : ''}>
        {said?.text}
      </p>
    </div>
  );
}
