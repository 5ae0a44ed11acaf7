/** A line that hangs is not waited for longer: a dialog without its look is better than none. */
const MOST_MS = 5_000;

/**
 * Links a style sheet once. Resolves when it is there (true), cannot be had, or is not there after five seconds: what waits for it is shown either way.
 * A sheet that failed is asked for again by the next call.
 */
export function linkSheet(href: string): Promise<boolean> {
  const { href: url } = new URL(href, location.href);
  // one of the page's own that failed has neither: its events are over
  const known = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].find(
    (one) => one.href === url && (one.sheet !== null || one.dataset['arriving'] !== undefined),
  );
  if (known?.sheet) return Promise.resolve(true);
  const link = known ?? document.createElement('link');
  const arrived = new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => {
      link.remove();
      resolve(false);
    });
    setTimeout(resolve, MOST_MS, false);
  });
  if (link !== known) {
    link.rel = 'stylesheet';
    link.href = url;
    link.dataset['arriving'] = '';
    document.head.append(link);
  }
  return arrived;
}

/** What a light page (layouts/Base.astro) left out: styles/late.css. At once where the page links it itself. */
export function lateSheet(): Promise<boolean> {
  const { late } = document.documentElement.dataset;
  return late === undefined ? Promise.resolve(true) : linkSheet(late);
}
