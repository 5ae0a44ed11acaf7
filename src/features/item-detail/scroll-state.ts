import { startForParts } from '#client/placed.ts';

const eyes = new WeakMap<HTMLElement, IntersectionObserver>();

/** Marks the page, or what scrolls in its place, once its first 140 px are gone (spec 9): the bar with the main button appears. */
startForParts((within) => {
  // the mark of the work before is gone, which is not scrolled away
  eyes.get(within)?.disconnect();
  within.classList.remove('is-scrolled');
  const mark = within.querySelector('[data-scroll-mark]');
  if (!mark) return;
  const eye = new IntersectionObserver(([entry]) => {
    if (entry) within.classList.toggle('is-scrolled', !entry.isIntersecting);
  });
  eye.observe(mark);
  eyes.set(within, eye);
});
