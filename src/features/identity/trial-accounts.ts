import { ApiError, gateway, SILENT } from '#client/gateway.ts';
import { signIn } from '#client/session.ts';
import { NETWORK_FAILURE_TEXT } from '#contract/envelope.ts';
import { isStored, NOT_STORED } from './not-stored.ts';

const list = document.querySelector<HTMLElement>('[data-trial]');
const alert = document.querySelector<HTMLElement>('[data-trial-error]');
let busy = false;

list?.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-mobile]');
  if (button && !busy) void take(button);
});

/** Signs in; the page itself goes back to where the reader came from. */
async function take(button: HTMLButtonElement): Promise<void> {
  busy = true;
  button.setAttribute('aria-busy', 'true');
  if (alert) alert.textContent = '';
  try {
    const { token, userinfo } = await gateway('POST /sandbox/login', { mobile: button.dataset['mobile'] ?? '' }, SILENT);
    signIn({ token, user: userinfo });
    if (!isStored() && alert) alert.textContent = NOT_STORED;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (alert) alert.textContent = error.status === 0 ? NETWORK_FAILURE_TEXT : error.msg;
  } finally {
    busy = false;
    button.removeAttribute('aria-busy');
  }
}
