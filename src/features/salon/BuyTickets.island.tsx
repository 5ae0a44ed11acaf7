import { useState } from 'react';
import { Button } from '#ui/Button.tsx';

/** The button of the page of a salon; what it opens is loaded then. */
export default function BuyTickets({ salon_id, full }: { salon_id: number; full: boolean }) {
  const [busy, setBusy] = useState(false);
  async function open() {
    setBusy(true);
    try {
      const { showTickets } = await import('./TicketDialog.tsx');
      setBusy(false);
      await showTickets(salon_id);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button look="primary" size="lg" className="w-full" busy={busy} onClick={() => void open()}>
      {full ? '加入候补' : '立即报名'}
    </Button>
  );
}
