/** A request's path and query after cleaning, or the status with which it is refused. */
export type RequestTarget = { path: string; url: string } | { refused: 400 | 414 };

export const URL_MAX_LENGTH = 8_192;

const PLAIN = /^\/[\w\-.~/]*$/;

/**
 * Normalises the request target: origin form, no repeated slashes. Control characters (also percent-encoded), backslashes, dot segments in
 * any spelling and malformed escapes are refused, so that no later code can be tricked into another path.
 */
export function readTarget(raw: string | undefined): RequestTarget {
  if (!raw) return { refused: 400 };
  if (raw.length > URL_MAX_LENGTH) return { refused: 414 };
  let url = raw;
  if (url.charCodeAt(0) !== 47) {
    const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
    if (!absolute) return { refused: 400 };
    url = url.slice(absolute[0].length);
    if (url.charCodeAt(0) !== 47) url = `/${url}`;
  }
  const hash = url.indexOf('#');
  if (hash !== -1) url = url.slice(0, hash);
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (PLAIN.test(path) && !path.includes('//') && !path.includes('/.')) return { path, url };
  const cleaned = cleanPath(path);
  return cleaned === null ? { refused: 400 } : { path: cleaned, url: mark === -1 ? cleaned : cleaned + url.slice(mark) };
}

function cleanPath(path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return null;
  if (decoded.split('/').some((segment) => segment === '.' || segment === '..')) return null;
  return path.replace(/\/{2,}/g, '/');
}
