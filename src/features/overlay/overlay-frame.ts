import { isComposing } from '#client/is-composing.ts';

/** The frame around a work that lies over a list. */
export interface Frame {
  /** Scrolls; the work's main part stands in it. */
  body: HTMLElement;
  /** The next work is on its way; what stands there stays until it comes. */
  wait(title: string): void;
  /** It is there. `top_px`: scrolled beyond it, the way back to the top appears. */
  ready(title: string, top_px: number): void;
  /** Out of sight and without keys; what stands in it stays until `remove`. */
  hide(): void;
  remove(): void;
}

const CROSS =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg>';
const UP =
  '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12 7-7 7 7M12 19V5"/></svg>';
/** What closes by Escape before the overlay does. */
const ABOVE = 'dialog:modal, .pswp, :popover-open:not(.toast)';

/** Opens the frame, gives it the focus and keeps the keys; `onClose` when the reader wants to go back to the list. */
export function createFrame(onClose: () => void): Frame {
  const frame = document.createElement('div');
  frame.className = 'overlay';
  frame.tabIndex = -1;
  frame.setAttribute('role', 'dialog');
  frame.setAttribute('aria-modal', 'true');
  frame.innerHTML = `<div class="overlay-head"><p class="overlay-title"></p></div>
    <button type="button" class="overlay-close" aria-label="关闭">${CROSS}</button>
    <div class="overlay-body"></div>
    <button type="button" class="overlay-top" aria-label="回到顶部" hidden>${UP}</button>`;
  const part = <E extends HTMLElement>(name: string) => frame.querySelector(`.overlay-${name}`) as E;
  const [heading, body, top] = [part('title'), part('body'), part<HTMLButtonElement>('top')];
  let after_px = Number.POSITIVE_INFINITY;
  const named = (title: string) => {
    if (title !== '') frame.setAttribute('aria-label', title);
    heading.textContent = title;
  };
  const showTop = () => {
    top.hidden = body.scrollTop <= after_px;
  };

  part('close').addEventListener('click', onClose);
  top.addEventListener('click', () => {
    body.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    part('close').focus({ preventScroll: true });
  });
  body.addEventListener('scroll', showTop, { passive: true });
  // a place in the work is no page of the history
  body.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.scrollIntoView({ block: 'nearest' });
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || document.querySelector(ABOVE)) return;
    event.preventDefault();
    onClose();
  };
  document.addEventListener('keydown', onKey);
  frame.setAttribute('aria-label', '正在打开');
  document.body.append(frame);
  frame.focus({ preventScroll: true });

  return {
    body,
    wait(title) {
      if (body.childElementCount === 0) named(title);
      frame.setAttribute('aria-busy', 'true');
    },
    ready(title, top_px) {
      after_px = top_px;
      frame.removeAttribute('aria-busy');
      named(title);
      showTop();
      // the work before had the focus, which went with it
      if (!frame.contains(document.activeElement)) frame.focus({ preventScroll: true });
    },
    hide() {
      document.removeEventListener('keydown', onKey);
      frame.hidden = true;
    },
    remove: () => frame.remove(),
  };
}
