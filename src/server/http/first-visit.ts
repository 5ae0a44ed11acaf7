import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';

/** Built style sheets by address, with the hash that lets one stand inside a page. */
export type Sheets = ReadonlyMap<string, { text: string; hash: string }>;

/** All sheets of a build; none where there is no build. */
export function readSheets(dist_dir: string): Sheets {
  const folder = join(dist_dir, 'client/_a');
  const sheets = new Map<string, { text: string; hash: string }>();
  for (const name of filesIn(folder)) {
    if (!name.endsWith('.css')) continue;
    const text = readFileSync(join(folder, name), 'utf8').trim();
    // the end of an element inside a sheet would end it early
    if (!text.includes('</')) sheets.set(`/_a/${name}`, { text, hash: createHash('sha256').update(text).digest('base64') });
  }
  return sheets;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A page is opened from a search, a message or by its address: hardly anything that it links is in that browser yet. */
export function comesFromOutside(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-site'] !== 'same-origin';
}

const LINK = /<link rel="stylesheet" href="([^"]+)"\s*\/?>/g;

/** The page with its sheets where it links them, so that it is painted when it has come; null where it links none that we have. */
export function withSheets(html: string, sheets: Sheets): { html: string; hashes: string[] } | null {
  const hashes: string[] = [];
  const whole = html.replace(LINK, (link, href: string) => {
    const sheet = sheets.get(href);
    if (!sheet) return link;
    hashes.push(`'sha256-${sheet.hash}'`);
    return `<style data-href="${href}">${sheet.text}</style>`;
  });
  return hashes.length > 0 ? { html: whole, hashes } : null;
}

/** Headers of that page: its policy knows the sheets, and no cache that others share keeps it in the place of the page that links. */
export function firstHeaders(headers: readonly string[], hashes: readonly string[]): string[] {
  return headers.map((value, at) => {
    const name = at % 2 === 1 ? headers[at - 1]?.toLowerCase() : '';
    if (name === 'content-security-policy') return value.replace(/(^|; ?)style-src /, `$1style-src ${hashes.join(' ')} `);
    if (name === 'cache-control') return value.replace(/^public\b.*/, 'private, no-cache');
    return value;
  });
}
