import { hmacSha256, sameText } from '../../kernel/ids.ts';

/** A link to one package, good until then; the package's end is the link's too. */
export function signExport(secret: string, id: number, expires_s: number): string {
  const body = `${id.toString(36)}.${expires_s.toString(36)}`;
  return `${body}.${hmacSha256(secret, `data export\n${body}`)}`;
}

/** Null when it was forged or cut. Expiry is the caller's to compare. */
export function readExport(secret: string, text: string): { id: number; expires_s: number } | null {
  const [id = '', until = '', mac = '', more] = text.split('.');
  if (more !== undefined || text.length > 120) return null;
  if (!sameText(mac, hmacSha256(secret, `data export\n${id}.${until}`))) return null;
  return { id: Number.parseInt(id, 36), expires_s: Number.parseInt(until, 36) };
}
