/** The page that the browser is already on its way to. */
let under_way: string | null = null;

/** Opens another page of ours. Asked again for the same page on the way there, nothing happens: a second navigation would cut off the first. */
export function openPage(url: string): void {
  if (under_way === url) return;
  // a page that comes back from the browser's memory may be left anew; the same listener again is the same listener
  addEventListener('pageshow', arrived);
  under_way = url;
  location.assign(url);
}

function arrived(): void {
  under_way = null;
}
