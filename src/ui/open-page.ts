/** The page of a pending navigation. */
let under_way: string | null = null;

/** Opens another page of ours. No-op while a navigation to it is pending, which a second one would cancel. */
export function openPage(url: string): void {
  if (under_way === url) return;
  // a page that comes back from the browser's memory may be left again; the same listener again is the same listener
  addEventListener('pageshow', arrived);
  under_way = url;
  location.assign(url);
}

function arrived(): void {
  under_way = null;
}
