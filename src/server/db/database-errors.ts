/** Asked to write what only follows: for a moment a proxy still leads to the server that was the first until now. */
export const READ_ONLY = '25006';

const UNAVAILABLE = new Set([
  READ_ONLY,
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);

/** What PgBouncer says when it has no server to lend; of a server it would be a statement that is wrong. */
const POOLER_REFUSES = '08P01';

/** What pg says without a code; the last one hides the true cause when the rollback of a broken transaction fails too. */
const BROKEN_CONNECTION =
  /timeout expired|Query read timeout|LISTEN\/NOTIFY connection|timeout exceeded when trying to connect|Connection terminated|pool after calling end|encountered a connection error and is not queryable/;

/** True when the database cannot be reached or has no room now (503), not when the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error as { code?: string; severity?: string; message?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (e.code && UNAVAILABLE.has(e.code)) return true;
    if (e.code === POOLER_REFUSES && e.severity === 'FATAL') return true;
    if (e.message && BROKEN_CONNECTION.test(e.message)) return true;
  }
  return false;
}

/** Name of the constraint that a statement would have broken, or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let e = error as { constraint?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e)
    if (e.constraint) return e.constraint;
  return undefined;
}

/** SQLSTATE of the underlying PostgreSQL error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error as { code?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (e.code && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}
