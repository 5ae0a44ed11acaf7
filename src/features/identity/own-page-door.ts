import { $session, askSession } from '#client/session.ts';
import { STORAGE_KEYS } from '#client/storage.ts';

let ended_elsewhere = false;

/** Says it once the page is looked at; who does not sign in again sees the page as a visitor, and what is typed is asked about by the browser. */
async function say(): Promise<void> {
  if (!ended_elsewhere || document.hidden) return;
  ended_elsewhere = false;
  if (!$session.get() && !(await askSession('已在其他页面退出登录，重新登录后可以继续'))) location.reload();
}

// a page of one's own, on which another tab's sign-out would leave what no call can change any more
addEventListener('storage', ({ key, newValue }) => {
  ended_elsewhere ||= newValue === null && (key === null || key === STORAGE_KEYS.token);
  void say();
});
addEventListener('pageshow', ({ persisted }) => {
  ended_elsewhere ||= persisted;
  void say();
});
document.addEventListener('visibilitychange', () => void say());
