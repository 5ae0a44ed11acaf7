/** Where the focus is now. What it gives keeps the focus near there when that goes; its code comes with the first use. */
export function placeNow(): () => void {
  const around: Element[] = [];
  for (let one = document.activeElement; one; one = one.parentElement) around.push(one);
  return () => void import('./keep-place.ts').then(({ keepNear }) => keepNear(around)).catch(() => undefined);
}
