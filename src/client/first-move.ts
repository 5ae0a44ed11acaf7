/** Resolves with the reader's first move on this page, or after 20 s without one: what is not needed before is loaded then. */
export const first_move = new Promise<Event | undefined>((moved) => {
  for (const move of ['pointermove', 'pointerdown', 'keydown', 'scroll']) addEventListener(move, moved, { once: true, passive: true });
  setTimeout(moved, 20_000);
});
