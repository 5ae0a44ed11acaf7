/** Resolves with the reader's first move on this page, or after 20 s without one: what is not needed before is loaded then. */
export const first_move = new Promise<Event | undefined>((moved) => {
  for (const move of ['pointerdown', 'keydown', 'scroll']) addEventListener(move, moved, { once: true, passive: true });
  // browsers send one also for a page that comes up under a mouse at rest
  addEventListener('pointermove', function byMouse(event) {
    if (event.movementX === 0 && event.movementY === 0) return;
    removeEventListener('pointermove', byMouse);
    moved(event);
  });
  setTimeout(moved, 20_000);
});
