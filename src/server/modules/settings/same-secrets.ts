import type { Queryable } from '../../db/pool.ts';
import { findSetting, firstSetting, upsertSetting } from './repo.ts';

/** No operator's setting: the command line lists and changes it nowhere. */
const KEY = 'secrets_fingerprint';

/**
 * Whether this database works with the secrets behind this fingerprint; one that was never asked takes them. A process with others
 * would fail at everybody's jobs, links and codes.
 */
export async function sameSecrets(db: Queryable, fingerprint: string): Promise<boolean> {
  return (await firstSetting(db, KEY, fingerprint)) === fingerprint;
}

/** Fingerprint of the secrets that a database works with; null: it was never asked. Writes nothing, so that a replica can be asked. */
export async function knownSecrets(db: Queryable): Promise<string | null> {
  const known = await findSetting(db, KEY);
  return typeof known === 'string' ? known : null;
}

/** The operator has changed the secrets, and means it. */
export async function acceptSecrets(db: Queryable, fingerprint: string): Promise<void> {
  await upsertSetting(db, KEY, fingerprint, null);
}
