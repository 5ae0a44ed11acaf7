import { LOAD_FAILED } from './tell-load-failed.ts';

let pressed: HTMLElement | null = null;
let failures = 0;

/** Code that a press wanted and that could not be had is reported, wherever it was not caught. On every page, before anything can be pressed. */
export function watchLoads(): void {
  let not_loaded: unknown;
  addEventListener('vite:preloadError', (event) => {
    not_loaded = (event as Event & { payload: Error }).payload;
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (pressed && not_loaded === reason) showLoadFailed();
  });
  addEventListener(
    'click',
    ({ target }) => {
      // the button that presses it once more is not what was pressed
      pressed = (target as Element).closest<HTMLElement>(':is(button, a, label):not(.load-failed *)') ?? pressed;
    },
    true,
  );
  document.addEventListener(LOAD_FAILED, (event) => {
    event.preventDefault();
    showLoadFailed((event as CustomEvent<() => void>).detail);
  });
}

/**
 * Says that code could not be loaded and offers to retry, by itself or by the last press; after the second failure the page itself, because a
 * page that is older than the site asks for files that are gone. At most one at a time, without the code of toasts, which may fail as well.
 */
export function showLoadFailed(again = () => pressed?.click()): void {
  const reload = failures++ > 0;
  document.querySelector('.load-failed')?.remove();
  const box = document.createElement('div');
  box.role = 'alert';
  box.className = 'load-failed';
  box.innerHTML = `${reload ? '没有加载成功，页面可能已更新。' : '网络不稳，没有加载成功。'}<button type="button" class="btn btn-sm btn-primary">${reload ? '刷新页面' : '重试'}</button>`;
  (box.lastChild as HTMLButtonElement).onclick = () => {
    box.remove();
    if (reload) location.reload();
    else again();
  };
  // a modal dialog covers what stands outside it
  (document.querySelector('dialog[open]') ?? document.body).append(box);
}
