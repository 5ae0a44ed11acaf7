import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { conflict } from './errors.ts';

/** What names the text of a form as it is stored: when it was saved. 0: nothing is stored. */
export const editionOf = (saved_at: Date | null | undefined): number => saved_at?.getTime() ?? 0;

/**
 * When the sent text counts as saved: now, or when it was, where it is the stored one: two saves of one text, of which an answer was lost, are
 * one edition. Refuses to write over what another page saved since this one read; a caller that names no edition may.
 * @throws AppError 409 with `data.edition`
 */
export function savedAtOf(
  stored: { saved_at: Date; form: unknown } | null,
  sent: { edition?: number | undefined; form: unknown; now: Date },
): Date {
  if (stored && isDeepStrictEqual(stored.form, sent.form)) return stored.saved_at;
  const now = editionOf(stored?.saved_at);
  if (sent.edition === undefined || sent.edition === now) return sent.now;
  throw conflict('这份内容在别的窗口或设备上改过', { edition: now });
}

let known: string | null = null;

/** Version of the program, as its package says. */
export function siteVersion(): string {
  known ??= (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
  return known;
}
