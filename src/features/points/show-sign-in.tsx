import { openDialog } from '#ui/open-dialog.tsx';
import { SignInDialog } from './SignInDialog.tsx';

/** Opens the calendar and resolves when it is closed. */
export function showSignIn(): Promise<void> {
  return openDialog<void>((close) => <SignInDialog onClose={() => close()} />);
}
