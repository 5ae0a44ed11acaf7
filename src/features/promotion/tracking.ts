import { startForParts } from '#client/placed.ts';
import { BANNER_CALL, EXPOSURE_BANNERS, EXPOSURE_CALL, EXPOSURE_ITEMS, EXPOSURE_MAX } from '#contract/exposure.ts';

/**
 * On every page, a few hundred bytes and no name of the reader: presses on banners, and banners and items of rails that were on the screen. Sent
 * by beacons, which neither delay the page nor are lost with it.
 */
function tell(path: string, body: object): void {
  navigator.sendBeacon(`/gateway${path}`, new Blob([JSON.stringify(body)], { type: 'application/json' }));
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-banner]') : null;
  if (link) tell(BANNER_CALL, { type: 1, click_id: Number(link.dataset['banner']) });
});

/** What was on the screen, by the attribute that names it, and how much of that was sent. */
const seen = (
  [
    ['item', EXPOSURE_ITEMS],
    ['banner', EXPOSURE_BANNERS],
  ] as const
).map(([mark, type]) => ({
  ...{ mark, type, ids: new Set<string>(), told: 0 },
}));
const eye = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    eye.unobserve(target);
    for (const { mark, ids } of seen) ids.add((target as HTMLElement).dataset[mark] ?? '');
  }
});
startForParts((within) => {
  for (const one of within.querySelectorAll('[data-rail] [data-item],.banner')) eye.observe(one);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  for (const one of seen) {
    one.ids.delete('');
    const ids = [...one.ids].slice(one.told, one.told + EXPOSURE_MAX);
    one.told += ids.length;
    if (ids.length > 0) tell(EXPOSURE_CALL, { type: one.type, ids: ids.join(',') });
  }
});
