/**
 * Told on the document when the main part of another page was placed into this one (`detail`: the element around it). What a page starts for
 * its parts listens; who places content need not know what is in it.
 */
export const PLACED = 'cemao:placed';

/** Does `start` for the page itself and for whatever is placed into it later. */
export function startForParts(start: (within: HTMLElement) => void): void {
  start(document.body);
  document.addEventListener(PLACED, (event) => start((event as CustomEvent<HTMLElement>).detail));
}
