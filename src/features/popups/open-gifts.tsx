import { $session, updateUser } from '#client/session.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { GiftDialog } from './GiftDialog.tsx';
import { pageFree } from './page-free.ts';
import { fetchGifts, putGiftsTaken } from './popups.api.ts';

/** The gifts of a new account, until they are closed; then they do not come again, here and elsewhere. Resolves when closed. */
export async function openGifts(onShow: () => void = () => undefined): Promise<void> {
  const gifts = await fetchGifts().catch(() => []);
  if (gifts.length === 0 || !pageFree()) return;
  onShow();
  await openDialog<void>((close) => <GiftDialog gifts={gifts} onClose={() => close()} />);
  const user = $session.get()?.user;
  if (user) updateUser({ ...user, issendbage: 1 });
  await putGiftsTaken().catch(() => null);
}
