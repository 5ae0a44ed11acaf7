import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { RealnamePanel } from './RealnamePanel.tsx';
import { createRealname } from './realname.store.ts';

/** Shows the dialog; resolves with whether the reader is verified now. */
export function showVerification(): Promise<boolean> {
  return openDialog<boolean>((close) => <Verification close={close} />);
}

function Verification({ close }: { close(done: boolean): void }) {
  const [{ $state, actions }] = useState(() => createRealname(() => close(true)));
  const state = useStore($state);
  useOwnLoad(actions.load, state.own !== null);
  return (
    <Dialog open modal_only title="个人实名认证" width={544} onClose={() => close(state.own?.status === 'approved')}>
      <RealnamePanel state={state} actions={actions} />
    </Dialog>
  );
}
