import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { createInvoiceScreen } from './bills.store.ts';
import { InvoiceFacts } from './InvoiceFacts.tsx';

/** One invoice: who it is for, and what staff do with it. */
export default function InvoiceIsland() {
  const [screen] = useState(createInvoiceScreen);
  const state = useStore(screen.$state);
  useEffect(() => void screen.actions.open(), [screen]);
  const { load, save, ...acts } = screen.actions;
  return (
    <ScreenFrame state={state} onRetry={() => void load()}>
      {(invoice) => <InvoiceFacts invoice={invoice} acts={acts} onSave={(red) => void save(red)} />}
    </ScreenFrame>
  );
}
