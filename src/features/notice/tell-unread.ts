import { $session, updateUser } from '#client/session.ts';

/** The header shows this number, in every tab. */
export function tellUnread({ num }: { num: number }): void {
  const user = $session.get()?.user;
  if (user && user.unread_num !== num) updateUser({ ...user, unread_num: num });
}
