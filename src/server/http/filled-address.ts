/** The address without parameters that say nothing, as every field that was left empty is in a form of GET; null: it has none. */
export function filledAddress(url: string): string | null {
  const at = url.indexOf('?');
  if (at < 0) return null;
  const parts = url.slice(at + 1).split('&');
  const filled = parts.filter((part) => part !== '' && !(part.length > 1 && part.indexOf('=') === part.length - 1));
  if (filled.length === parts.length) return null;
  return filled.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${filled.join('&')}`;
}
