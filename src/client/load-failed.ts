/** At most one at a time, without the code of toasts, which may fail to load as well. */
let shown: HTMLElement | null = null;
let failures = 0;

/**
 * Says that code could not be loaded and offers to try again; after the second failure the page itself, because a page that is older than
 * the site asks for files that are gone.
 */
export function tellLoadFailed(again: () => void): void {
  failures++;
  shown?.remove();
  const box = document.createElement('div');
  box.role = 'alert';
  box.className = 'load-failed';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-sm btn-primary';
  const reload = failures > 1;
  button.textContent = reload ? '刷新页面' : '重试';
  button.addEventListener('click', () => {
    box.remove();
    shown = null;
    if (reload) location.reload();
    else again();
  });
  box.append(reload ? '仍然没有加载成功，页面可能已更新。' : '网络不稳，刚才的操作没有加载成功。', button);
  document.body.append(box);
  shown = box;
}
