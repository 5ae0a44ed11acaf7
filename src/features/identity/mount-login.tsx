import type { LoginWanted } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { login } from './identity.store.ts';
import { LoginDialog } from './LoginDialog.tsx';

/** Opens the login dialog, or joins the one that is open: all who wait hear of one login. */
export function openLogin(wanted: LoginWanted): void {
  if (login.actions.open(wanted)) void openDialog<void>((close) => <LoginDialog onEnd={() => close()} />);
}
