import type { ClientDirective } from 'astro';
import { lateSheet } from './sheets.ts';
import { tellLoadFailed } from './tell-load-failed.ts';

const EVENTS = ['pointerover', 'focusin', 'touchstart', 'keydown', 'click'] as const;

/** How long an island of a signed-in reader waits for an idle moment, ms. */
const IDLE_MS = 2_000;

/** A click or Enter on an island before its hydration, replayed afterwards. `early-session.ts` records those before this script. */
interface Pressable extends HTMLElement {
  pressed?: HTMLElement | undefined;
  /** This script listens: `early-session.ts` leaves presses to it. */
  listens?: boolean;
}

// Options: `signed-in`: for signed-in readers also when the page is idle; `now`: at once; `around`: events on the parent element count.
/** Hydrates an island on intent (pointer over, focus, touch, key, click), replays what was pressed, and offers a retry if loading fails. */
const intent: ClientDirective = (load, options, el) => {
  const root = document.documentElement;
  const island: Pressable = el;
  // without a value the framework says `true`, whatever its type says
  const words = String(options.value).split(' ');
  const around = words.includes('around') ? (el.parentElement ?? el) : el;
  let started = false;

  /** `wanted`: nothing stands there until it runs, so a failure is shown without a press as well. */
  const run = async (wanted = false) => {
    if (started) return;
    started = true;
    let failed = false;
    // the framework retries once and reports the failure by this event only
    const onFailure = () => {
      failed = true;
    };
    el.addEventListener('astro:hydration-error', onFailure);
    try {
      const [hydrate] = await Promise.all([load(), lateSheet()]);
      await hydrate();
    } catch (error) {
      failed = true;
      reportError(error);
    }
    el.removeEventListener('astro:hydration-error', onFailure);
    if (failed) {
      started = false;
      const was_pressed = island.pressed;
      show(was_pressed, false);
      // reached for alone: the next event retries
      if (!was_pressed && !wanted) return;
      tellLoadFailed(() => {
        show(was_pressed, true);
        void run(wanted);
      });
      return;
    }
    const target = island.pressed;
    island.pressed = undefined;
    for (const name of EVENTS) around.removeEventListener(name, onEvent, true);
    if (target) requestAnimationFrame(() => requestAnimationFrame(() => replay(target, el)));
  };
  const press = (event: Event, target: HTMLElement) => {
    event.preventDefault();
    event.stopPropagation();
    show(island.pressed, false);
    island.pressed = target;
    show(target, true);
  };
  const onEvent = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    // a link works without the island, unless the events of the parent element count
    const link = around === el && event.target.closest('a[href]');
    if (event.type === 'click' && event.isTrusted && !link) {
      const pressed = event.target;
      // the icon of a button may be another one after hydration, and an SVG knows no click()
      press(event, pressed.closest<HTMLElement>('button, a, input, label') ?? (pressed instanceof HTMLElement ? pressed : el));
    }
    // 13: an Enter that no input method took (is-composing.ts)
    if (event instanceof KeyboardEvent && event.keyCode === 13 && event.target instanceof HTMLInputElement) {
      const { form } = event.target;
      if (form) press(event, form);
    }
    void run();
  };
  island.listens = true;
  for (const name of EVENTS) around.addEventListener(name, onEvent, { capture: true, passive: false });

  if (words.includes('now') || island.pressed) void run(true);
  if (!words.includes('signed-in')) return;
  // a page that never comes to rest is not waited for
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(() => run(true), { timeout: IDLE_MS }) : setTimeout(run, 0, true);
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
  // no hydration of an island that was removed
  el.addEventListener('astro:unmount', () => watch.disconnect(), { once: true });
};

/** The button that stands for what was pressed: its own, or the one that sends the form. */
function buttonOf(target: HTMLElement): HTMLElement | null {
  return target instanceof HTMLFormElement ? target.querySelector('[type=submit]') : target.closest('button');
}

function show(target: HTMLElement | undefined, busy: boolean): void {
  const button = target && buttonOf(target);
  if (busy) button?.setAttribute('aria-busy', 'true');
  else button?.removeAttribute('aria-busy');
}

/** The pressed element, or the one with its text that replaced it while the island rendered. */
function standing(target: HTMLElement, island: HTMLElement): HTMLElement | undefined {
  if (target.isConnected) return target;
  return [...island.querySelectorAll('button')].find(({ textContent }) => textContent === target.textContent);
}

function replay(pressed: HTMLElement, island: HTMLElement): void {
  show(pressed, false);
  const target = standing(pressed, island);
  if (!target) return;
  if (target instanceof HTMLFormElement) {
    // React finishes waking up for a key or a click, but not for a submit, which would then be the browser's own
    target.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    target.requestSubmit();
  } else target.click();
}

export default intent;
