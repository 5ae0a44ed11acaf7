import { ApiError } from '#client/api-error.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';

/** The form below a search that found nothing: asks for the login, notifies staff, and says that it did. */
export function startWish(form: HTMLFormElement): void {
  const field = form.elements.namedItem('content');
  const button = form.querySelector('button');
  const error = form.querySelector<HTMLElement>('[role=alert]');
  const done = form.parentElement?.querySelector<HTMLElement>('[data-wish-done]');
  if (!(field instanceof HTMLTextAreaElement) || !button || !error || !done) return;
  const say = (text: string) => {
    error.textContent = text;
    if (text !== '') field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const content = field.value.trim();
    if (content.length < 5) {
      say('请写清楚需要什么，至少 5 个字');
      field.focus();
      return;
    }
    say('');
    button.disabled = true;
    const { gateway, SILENT } = await import('#client/gateway.ts');
    try {
      await requireSession('登录后登记需求，方便我们联系您');
      await gateway('POST /index/search/wish', { keyword: form.dataset['wish'] ?? '', content }, SILENT);
      form.hidden = true;
      done.hidden = false;
      done.focus();
      toastSuccess('已登记');
    } catch (failure) {
      if (!(failure instanceof LoginDismissed))
        say(failure instanceof ApiError ? (failure.fields['content'] ?? failure.msg) : '没有登记成功，请稍后再试');
    }
    button.disabled = false;
  });
}
