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

/** The same of a database that takes no writes: a copy of ours holds what ours was given. */
export async function knownSecrets(db: Queryable, fingerprint: string): Promise<boolean> {
  return (await findSetting(db, KEY)) === fingerprint;
}

/** The operator has changed the secrets, and means it. */
export async function acceptSecrets(db: Queryable, fingerprint: string): Promise<void> {
  await upsertSetting(db, KEY, fingerprint, null);
}
