/** A key for the screen itself: pressed alone, and not where somebody types or chooses. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const elsewhere = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
  return !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey;
}
