import { createRoot } from 'react-dom/client';
import type { LoginWanted } from '#client/session.ts';
import { openLoginDialog } from './identity.store.ts';
import LoginDialog from './LoginDialog.island.tsx';

let mounted = false;

/** Opens the login dialog; the first call puts it on the page. */
export function openLogin(wanted: LoginWanted): void {
  if (!mounted) {
    mounted = true;
    const host = document.createElement('div');
    document.body.append(host);
    createRoot(host).render(<LoginDialog />);
  }
  openLoginDialog(wanted);
}
