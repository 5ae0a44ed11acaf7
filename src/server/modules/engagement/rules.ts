/**
 * The address on our own site that `url` names: an absolute URL under `site_url` or a path. Null for anything else, so that
 * nobody makes us print a code to a foreign place.
 */
export function ownUrl(site_url: string, url: string): string | null {
  if (!URL.canParse(url, site_url)) return null;
  const parsed = new URL(url, site_url);
  const site = new URL(site_url);
  if (parsed.origin !== site.origin || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}
