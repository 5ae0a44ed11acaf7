interface Layer {
  close(): void;
}

/** What lies over the page, the topmost last. Each has an entry of the history. */
const layers: Layer[] = [];
/** Steps back that we asked for ourselves. */
let ours = 0;

function onPopState(): void {
  if (ours > 0) ours -= 1;
  else layers.pop()?.close();
}

/**
 * Browser Back, on a phone the way to close things, closes what was opened over the page instead of leaving the page.
 * Returns what its owner calls when it is gone, however it was closed: the entry of the history goes with it.
 */
export function backCloses(close: () => void): () => void {
  // the same listener again is the same listener
  addEventListener('popstate', onPopState);
  const layer: Layer = { close };
  layers.push(layer);
  history.pushState({ over: layers.length }, '');
  return () => {
    const at = layers.indexOf(layer);
    if (at === -1) return;
    layers.splice(at, 1);
    ours += 1;
    // at once: later it would take the place of a navigation that the closing led to
    history.back();
  };
}
