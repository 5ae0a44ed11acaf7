const AT_WORK = 'html:is([data-touched], [data-owned]), body[data-own]';

/** A field of this page was touched, its work was bought, or the page is the reader's own: they are at work (0202). */
export const isBusy = (): boolean => document.querySelector(AT_WORK) !== null;

const CALM_MS = 5_000;
let calm_at_ms = 0;

/** How long it is until nothing was pressed or typed for a while: what a press opens is there by then, or does not come. */
const untilCalm = (): number => calm_at_ms - performance.now();

/** From now on a press goes first, whatever the reader moved before it. Resolves when what began with one is over. */
export async function calm(move: Event | undefined): Promise<void> {
  const note = () => {
    calm_at_ms = performance.now() + CALM_MS;
  };
  for (const press of ['pointerdown', 'keydown']) {
    if (move?.type === press) note();
    addEventListener(press, note, true);
  }
  for (let left = untilCalm(); left > 0; left = untilCalm()) await new Promise((resolve) => setTimeout(resolve, left));
}

/**
 * Nothing else is open, nor on its way after a press. Asked again once what should come up is loaded: on a phone the first tap begins both, and
 * paying goes first.
 */
export const pageFree = (): boolean =>
  !document.querySelector(`dialog:modal, .pswp, :popover-open, ${AT_WORK}`) && !document.hidden && untilCalm() <= 0;
