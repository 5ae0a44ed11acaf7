import { loginUrl } from '#client/session.ts';
import type { Ad } from '#contract/promotion.ts';
import { reportClick, reportShown } from './popups.api.ts';

/** A bar at the lower edge for visitors, until they close it. It lies over the page, so nothing moves. */
export function showRegisterBanner(ad: Ad, onClose: () => void): void {
  const bar = document.createElement('aside');
  bar.className = 'register-banner for-visitors';
  bar.ariaLabel = '注册';
  const face = ad.img_url ? new Image() : document.createElement('span');
  if (face instanceof HTMLImageElement) {
    face.src = ad.img_url;
    face.alt = ad.title;
  } else face.textContent = [ad.title, ad.summary].filter(Boolean).join('：');
  const link = document.createElement('a');
  link.className = 'btn btn-primary shrink-0';
  link.href = ad.jump_url === '/register' ? loginUrl('/register') : ad.jump_url;
  link.textContent = '立即注册';
  link.addEventListener('click', () => void reportClick(ad.id));
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'btn btn-ghost btn-sm btn-square absolute right-2 text-lg text-white hover:bg-white/20';
  close.ariaLabel = '关闭注册横幅';
  close.textContent = '×';
  close.addEventListener('click', () => {
    onClose();
    bar.remove();
  });
  bar.append(face, link, close);
  document.body.append(bar);
  void reportShown(ad.id);
}
