import { $session, LoginDismissed, requireSession } from '#client/session.ts';
import { likeMark, marks } from '../engagement/engagement.store.ts';
import { item } from './item.store.ts';
import { readPageState } from './page-state.ts';

/** A reader who closes the login dialog wanted nothing after all. */
async function unlessDismissed(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LoginDismissed)) throw error;
  }
}

export function pressCollect(): Promise<void> {
  const { id, kind } = readPageState();
  return unlessDismissed(() => marks.actions.toggleCollect(id, kind.types.collect ?? 0));
}

/** A visitor's press means to like: who turns out to like it already keeps it so. */
export function pressLike(): Promise<void> {
  return unlessDismissed(async () => {
    const { id, like_type: type, calls } = readPageState();
    const call = calls.like && { ...calls.like, id: calls.detail.id };
    item.actions.watch();
    const was_visitor = $session.get() === null;
    await requireSession('登录后即可点赞');
    if (was_visitor) await item.actions.known();
    if (!was_visitor || marks.$state.get()[likeMark(type, id)] !== true) await marks.actions.toggleLike(id, type, call);
  });
}

/** The share dialog; its code is loaded with the first press. */
export async function pressShare(): Promise<void> {
  const { openShare } = await import('./open-share.tsx');
  await openShare();
}

/** Login if needed, then the dialog with the supplier's number; its code is loaded with the first press. */
export async function pressContact(): Promise<void> {
  const { contactSupplier } = await import('../contact/press-contact.ts');
  await contactSupplier(readPageState().id, () => void item.actions.refresh());
}

/** The report form, after a login for visitors. */
export function pressReport(): Promise<void> {
  return unlessDismissed(async () => {
    await requireSession('登录后即可举报');
    const { openReport } = await import('./open-report.tsx');
    await openReport();
  });
}
