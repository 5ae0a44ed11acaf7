import { LOAD_FAILED } from './tell-load-failed.ts';

let pressed: HTMLElement | null = null;
let retried = false;
/** What a press of 重试 does: several parts of a page may fail at once. */
const wanted = new Set<() => void>();
const pressOnce = () => pressed?.click();

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
  // while the line is cut the next page would be the browser's own, and this one gone
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination;
    // of other sites, and back to a page that is stored, nothing is lost here
    if (navigator.onLine || sameDocument || !event.canIntercept) return;
    event.preventDefault();
    showLoadFailed(() => location.assign(url));
  });
  document.addEventListener(LOAD_FAILED, (event) => {
    event.preventDefault();
    showLoadFailed((event as CustomEvent<() => void>).detail);
  });
}

/**
 * Says that code could not be loaded and offers to retry, by itself or by the last press; after the second failure the page itself, because a
 * page that is older than the site asks for files that are gone. One at a time for all that failed, without the code of toasts, which may fail as well.
 */
export function showLoadFailed(again: () => void = pressOnce): void {
  wanted.add(again);
  document.querySelector('.load-failed')?.remove();
  // without a line this page is better than the browser's own
  const reload = retried && navigator.onLine;
  const box = document.createElement('div');
  box.role = 'alert';
  box.className = 'load-failed';
  box.innerHTML = `${reload ? '页面可能已更新' : '网络不稳'}，没有加载成功。<button type="button" class="btn btn-sm btn-primary">${reload ? '刷新页面' : '重试'}</button>`;
  (box.lastChild as HTMLButtonElement).onclick = () => {
    box.remove();
    if (reload) return location.reload();
    retried = true;
    const acts = [...wanted];
    wanted.clear();
    for (const act of acts) act();
  };
  // an open menu and a modal dialog cover what stands outside of them
  (document.querySelector('dialog[open],.header-menu:popover-open') ?? document.body).append(box);
}
