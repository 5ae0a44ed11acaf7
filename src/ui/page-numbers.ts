/** Pages to offer: first, last, two around the current one, and 0 where some are left out. */
export function pageNumbers(current: number, last: number): number[] {
  const shown = new Set([1, last, current - 2, current - 1, current, current + 1, current + 2]);
  const pages = [...shown].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const gap = page - (pages[at - 1] ?? page - 1);
    return gap === 2 ? [page - 1, page] : gap > 2 ? [0, page] : [page];
  });
}
