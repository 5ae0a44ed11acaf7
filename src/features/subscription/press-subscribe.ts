import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { SubscribeInput } from '#contract/subscription.ts';

/** Subscribes to the list that the button stands on, or takes back what this button made; a visitor signs in first. */
export async function pressSubscribe(button: HTMLElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await requireSession('登录后即可订阅');
    const made = Number(button.dataset['made'] ?? 0);
    if (made > 0) {
      await gateway('PUT /scheme/index/subscribe', { id: made });
      show(button, 0);
      toastSuccess('已取消订阅');
    } else {
      const { id, is_new } = await gateway(
        'POST /scheme/index/subscribe',
        JSON.parse(button.dataset['subscribe'] ?? '{}') as SubscribeInput,
      );
      show(button, id);
      toastSuccess(is_new ? '订阅成功，有新作品会通知您' : '您已经订阅过了');
    }
  } catch (error) {
    // the caller of the gateway has shown why
    if (!(error instanceof ApiError) && !(error instanceof LoginDismissed)) throw error;
  } finally {
    button.removeAttribute('aria-busy');
  }
}

function show(button: HTMLElement, id: number): void {
  button.dataset['made'] = String(id);
  button.setAttribute('aria-pressed', String(id > 0));
  const label = button.querySelector('[data-label]');
  if (label) label.textContent = id > 0 ? '已订阅' : '订阅上新';
}
