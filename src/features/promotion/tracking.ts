import { startForParts } from '#client/placed.ts';
import { BANNER_CALL, EXPOSURE_CALL, EXPOSURE_ITEMS, EXPOSURE_MAX } from '#contract/exposure.ts';

/**
 * On every page, a few hundred bytes and no name of the reader: presses on banners, and items of rails that were on the screen. Told by
 * beacons, which neither delay the page nor are lost with it.
 */
function tell(path: string, body: object): void {
  navigator.sendBeacon(`/gateway${path}`, new Blob([JSON.stringify(body)], { type: 'application/json' }));
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-banner]') : null;
  if (link) tell(BANNER_CALL, { type: 1, click_id: Number(link.dataset['banner']) });
});

const seen = new Set<number>();
let told = 0;
const eye = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    eye.unobserve(target);
    seen.add(Number((target as HTMLElement).dataset['item']));
  }
});
startForParts((within) => {
  for (const item of within.querySelectorAll('[data-rail] [data-item]')) eye.observe(item);
});
document.addEventListener('visibilitychange', () => {
  const ids = [...seen].slice(told, told + EXPOSURE_MAX);
  if (document.visibilityState !== 'hidden' || ids.length === 0) return;
  told += ids.length;
  tell(EXPOSURE_CALL, { type: EXPOSURE_ITEMS, ids: ids.join(',') });
});
