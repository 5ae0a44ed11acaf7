/** Links a style sheet once. Resolves when it is there, or cannot be had: what waits for it is shown either way, and the next call tries again. */
export function linkSheet(href: string): Promise<void> {
  const { href: url } = new URL(href, location.href);
  let link = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].find((one) => one.href === url);
  if (link?.sheet) return Promise.resolve();
  if (!link) {
    link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    document.head.append(link);
  }
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      resolve();
    });
  });
}

/** What a light page (layouts/Base.astro) left out: styles/late.css. At once where the page links it itself. */
export function lateSheet(): Promise<void> {
  const { late } = document.documentElement.dataset;
  return late === undefined ? Promise.resolve() : linkSheet(late);
}
