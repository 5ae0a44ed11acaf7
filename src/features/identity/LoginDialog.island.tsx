import { useStore } from '@nanostores/react';
import { Dialog } from '#ui/Dialog.tsx';
import { BoundLoginBox } from './BoundLoginBox.tsx';
import { $loginBox, $loginDialog, closeLoginDialog } from './identity.store.ts';
import { loginTitle } from './LoginBox.tsx';

/** The login dialog over any page. Mounted by `mount-login.tsx` when somebody first asks for a session. */
export default function LoginDialog() {
  const dialog = useStore($loginDialog);
  const { form } = useStore($loginBox);
  return (
    <Dialog open={dialog !== null} title={loginTitle(form)} width={400} modal_only onClose={closeLoginDialog}>
      {dialog?.reason && <p className="mb-4 rounded-field bg-tint px-3 py-2">{dialog.reason}</p>}
      <BoundLoginBox heading={null} first="password" />
    </Dialog>
  );
}
