export const LOAD_FAILED = 'cemao:load-failed';

/** Code could not be had that the reader wanted: load-failed.ts says so. Where that did not come either, the browser says it of the page. */
export function tellLoadFailed(again: () => void): void {
  if (document.dispatchEvent(new CustomEvent(LOAD_FAILED, { detail: again, cancelable: true }))) location.reload();
}
