import { startForParts } from '#client/placed.ts';

const started = new WeakSet<HTMLElement>();
startForParts((within) => {
  for (const carousel of within.querySelectorAll<HTMLElement>('[data-carousel]')) {
    if (!started.has(carousel)) start(carousel);
    started.add(carousel);
  }
});

/** Buttons and small pictures of a carousel. Without this script it is a strip that is swiped, and its small pictures are links. */
function start(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('.carousel-strip');
  const slides = [...(strip?.children ?? [])] as HTMLElement[];
  const steps = [...carousel.querySelectorAll<HTMLButtonElement>('[data-step]')];
  const thumbs = [...carousel.querySelectorAll<HTMLAnchorElement>('.carousel-thumbs a')];
  if (!strip || slides.length < 2) return;

  const current = () => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
  const mark = () => {
    const at = current();
    for (const [index, thumb] of thumbs.entries()) thumb.setAttribute('aria-current', String(index === at));
    for (const button of steps) button.disabled = !slides[at + Number(button.dataset['step'])];
  };
  const show = (at: number) => strip.scrollTo({ left: at * strip.clientWidth });
  for (const button of steps) {
    button.hidden = false;
    button.addEventListener('click', () => show(current() + Number(button.dataset['step'])));
  }
  for (const [index, thumb] of thumbs.entries()) {
    thumb.addEventListener('click', (event) => {
      event.preventDefault();
      show(index);
    });
  }
  // the arrows of the keyboard move by a picture, not by some pixels
  strip.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.target !== strip) return;
    event.preventDefault();
    show(current() + by);
  });
  strip.addEventListener('scroll', mark, { passive: true });
  mark();
}
