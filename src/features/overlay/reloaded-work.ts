/**
 * A work's page that was loaded from an entry of an overlay: the browser takes the other entries of that list for this document's own, so each
 * is loaded when the reader goes there. On every page, and small: the door of the overlays (overlay-door.ts) is not on pages of works.
 */
const page = location.pathname + location.search;
if ((history.state as { overlay?: object } | null)?.overlay) {
  addEventListener('popstate', () => {
    if (location.pathname + location.search !== page) location.reload();
  });
}
