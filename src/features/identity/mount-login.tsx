import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { LoginWanted } from '#client/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { BoundLoginBox } from './BoundLoginBox.tsx';
import { login } from './identity.store.ts';
import { loginTitle } from './LoginBox.tsx';

/** Opens the login dialog, or joins the one that is open: all who wait share one login. */
export function openLogin(wanted: LoginWanted): void {
  if (login.actions.open(wanted)) void openDialog<void>((close) => <LoginDialog onEnd={() => close()} />);
}

/** The login dialog over any page; a login in another tab ends it too. */
function LoginDialog({ onEnd }: { onEnd: () => void }) {
  const { dialog, form, panel } = useStore(login.$state);
  const over = dialog === null;
  useEffect(() => {
    // React does not let a root be taken away while it draws
    if (over) queueMicrotask(onEnd);
  }, [over, onEnd]);
  return (
    <Dialog open={!over} title={loginTitle({ form, panel })} width={400} modal_only onClose={login.actions.close}>
      {dialog?.reason && <p className="mb-4 rounded-field bg-tint px-3 py-2">{dialog.reason}</p>}
      <BoundLoginBox heading={null} first="password" />
    </Dialog>
  );
}
