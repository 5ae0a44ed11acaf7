/**
 * Told on the document when the main part of another page was placed into this one (`detail`: the element around it), and when it left
 * again. What a page starts for its parts listens to both; nobody who places content needs to know what is in it.
 */
export const PLACED = 'cemao:placed';
export const LEFT = 'cemao:left';

/** Does `start` for the page itself and for whatever is placed into it later. */
export function startForParts(start: (within: HTMLElement) => void): void {
  start(document.body);
  document.addEventListener(PLACED, (event) => start((event as CustomEvent<HTMLElement>).detail));
}
