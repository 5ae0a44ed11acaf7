import { LoginDismissed, requireSession } from '#client/session.ts';

let open = false;

/** The button of a resource: login if needed, then the dialog. One at a time. `onDone`: the dialog was closed. */
export async function contactSupplier(rid: number, onDone: () => void): Promise<void> {
  if (open) return;
  open = true;
  try {
    await requireSession('登录后即可联系供应商');
    const { openContact } = await import('./open-contact.tsx');
    await openContact(rid);
    onDone();
  } catch (error) {
    if (!(error instanceof LoginDismissed)) throw error;
  } finally {
    open = false;
  }
}
