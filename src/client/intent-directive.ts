import type { ClientDirective } from 'astro';

const EVENTS = ['pointerover', 'focusin', 'touchstart', 'keydown', 'click'] as const;

/**
 * Hydrates an island when the reader reaches for it (pointer over, focus, touch, key, click). A click that arrives before
 * hydration is held back and replayed on the same element afterwards, so that no press is lost. Links of the island lead where they lead.
 *
 * `client:intent="signed-in"` is for islands that show what the reader has (price for this member, collected, followed): for a
 * signed-in reader they also hydrate by themselves once the page is idle, and for a visitor the moment they sign in.
 *
 * `client:intent="now"` is for islands that are what the page is for and move by themselves: they hydrate at once, and a press that
 * was faster than their code counts all the same.
 *
 * `client:intent="signed-in around"`: reaching for anything in the element around the island counts.
 */
const intent: ClientDirective = (load, options, el) => {
  const root = document.documentElement;
  // without a value the framework says `true`, whatever its type says
  const words = String(options.value).split(' ');
  const around = words.includes('around') ? (el.parentElement ?? el) : el;
  let started = false;
  let pending: HTMLElement | null = null;

  const run = async () => {
    if (started) return;
    started = true;
    const hydrate = await load();
    await hydrate();
    const target = pending;
    for (const name of EVENTS) around.removeEventListener(name, onEvent, true);
    if (target?.isConnected) requestAnimationFrame(() => requestAnimationFrame(() => target.click()));
  };
  const onEvent = (event: Event) => {
    // a link needs no island, unless it stands around one that means something by it
    const link = around === el && event.target instanceof Element && event.target.closest('a[href]');
    if (event.type === 'click' && event.isTrusted && !link) {
      event.preventDefault();
      event.stopPropagation();
      const pressed = event.target as Element;
      // the icon of a button may be another one after hydration, and an SVG knows no click()
      pending = pressed.closest<HTMLElement>('button, a, input, label') ?? (pressed instanceof HTMLElement ? pressed : el);
    }
    void run();
  };
  for (const name of EVENTS) around.addEventListener(name, onEvent, { capture: true, passive: false });

  if (words.includes('now')) void run();
  if (!words.includes('signed-in')) return;
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(() => void run());
  if (root.dataset['session'] === 'in') {
    whenIdle();
    return;
  }
  const watch = new MutationObserver(() => {
    if (root.dataset['session'] !== 'in') return;
    watch.disconnect();
    whenIdle();
  });
  watch.observe(root, { attributes: true, attributeFilter: ['data-session'] });
};

export default intent;
