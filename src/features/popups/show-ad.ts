import type { Ad } from '#contract/promotion.ts';
import { reportClick, reportShown } from './popups.api.ts';

const SECOND_MS = 1_000;

/** A modal with one link; it may be closed once its seconds are over. Resolves when it is closed. */
export function showAd(ad: Ad): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog popup-ad';
  dialog.ariaLabel = ad.title;
  const link = document.createElement('a');
  link.href = ad.jump_url;
  if (ad.target === 1) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
  link.append(...faceOf(ad));
  const foot = document.createElement('div');
  foot.className = 'popup-foot';
  const left = document.createElement('span');
  left.className = 'num text-muted';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'btn btn-sm';
  close.textContent = '关闭';
  foot.append(left, close);
  dialog.append(link, foot);

  return new Promise((resolve) => {
    let seconds = ad.countdown;
    const tick = () => {
      close.hidden = seconds > 0;
      left.textContent = seconds > 0 ? `${seconds} 秒后可以关闭` : '';
    };
    const timer = setInterval(() => {
      if (seconds > 0) seconds -= 1;
      tick();
      if (seconds === 0) clearInterval(timer);
    }, SECOND_MS);
    const end = () => dialog.close();
    close.addEventListener('click', end);
    // Escape waits for the seconds as the button does
    dialog.addEventListener('cancel', (event) => seconds > 0 && event.preventDefault());
    dialog.addEventListener('click', (event) => event.target === dialog && seconds === 0 && end());
    link.addEventListener('click', () => {
      void reportClick(ad.id);
      if (ad.target === 1) end();
    });
    const before = document.activeElement;
    dialog.addEventListener('close', () => {
      clearInterval(timer);
      dialog.remove();
      document.documentElement.classList.remove('overflow-hidden');
      if (before instanceof HTMLElement) before.focus();
      resolve();
    });
    tick();
    document.body.append(dialog);
    document.documentElement.classList.add('overflow-hidden');
    dialog.showModal();
    void reportShown(ad.id);
  });
}

/** Its picture, or title and summary where it has none. */
export function faceOf({ img_url, title, summary }: Pick<Ad, 'img_url' | 'title' | 'summary'>): Node[] {
  if (img_url) {
    const picture = new Image();
    picture.src = img_url;
    picture.alt = title;
    return [picture];
  }
  const face = document.createElement('span');
  face.className = 'popup-drawn';
  const head = document.createElement('strong');
  head.className = 'text-xl';
  head.textContent = title;
  const line = document.createElement('span');
  line.textContent = summary;
  const on = document.createElement('span');
  on.className = 'btn btn-primary mx-auto mt-4';
  on.textContent = '去看看';
  face.append(head, line, on);
  return [face];
}
