import { hmacSha256, sameText } from '../../kernel/ids.ts';

/** One package for the login that asked, good until then; the package's end is the link's too. */
export interface SignedExport {
  id: number;
  token_id: number;
  expires_s: number;
}

export function signExport(secret: string, { id, token_id, expires_s }: SignedExport): string {
  const body = [id, token_id, expires_s].map((n) => n.toString(36)).join('.');
  return `${body}.${hmacSha256(secret, `data export\n${body}`)}`;
}

/** Null when it was forged or cut. Expiry is the caller's to compare. */
export function readExport(secret: string, text: string): SignedExport | null {
  const [, body = '', mac = ''] = /^([0-9a-z]{1,11}(?:\.[0-9a-z]{1,11}){2})\.([0-9a-f]{64})$/.exec(text) ?? [];
  if (body === '' || !sameText(mac, hmacSha256(secret, `data export\n${body}`))) return null;
  const [id = 0, token_id = 0, expires_s = 0] = body.split('.').map((part) => Number.parseInt(part, 36));
  return { id, token_id, expires_s };
}
