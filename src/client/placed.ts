/**
 * Event on the document when the main part of another page was inserted into this one (`detail`: the element around it), so that scripts of
 * the page can start on the new parts.
 */
export const PLACED = 'cemao:placed';

/** Calls `start` for the page itself and for whatever is inserted later. */
export function startForParts(start: (within: HTMLElement) => void): void {
  start(document.body);
  document.addEventListener(PLACED, (event) => start((event as CustomEvent<HTMLElement>).detail));
}
