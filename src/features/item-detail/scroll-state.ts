/** Marks the page once its first 140 px are gone (spec 9): the bar with the main button appears. No scroll listener. */
const mark = document.querySelector('[data-scroll-mark]');
if (mark) {
  new IntersectionObserver(([entry]) => {
    if (entry) document.body.classList.toggle('is-scrolled', !entry.isIntersecting);
  }).observe(mark);
}
