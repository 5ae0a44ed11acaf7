import { startForParts } from '#client/placed.ts';
import { mapLink } from './map-link.ts';

startForParts((within) => {
  for (const row of within.querySelectorAll<HTMLElement>('[data-place]')) {
    const address = row.dataset['place'] ?? '';
    const [copies, map] = [row.querySelector('button'), row.querySelector('a')];
    const link = mapLink(navigator.userAgent, address);
    if (map && link) {
      map.href = link;
      map.hidden = false;
    }
    copies?.addEventListener('click', () => void import('#kit/copy.ts').then(({ copy }) => copy(address, '地址已复制')));
    row.hidden = false;
  }
});
