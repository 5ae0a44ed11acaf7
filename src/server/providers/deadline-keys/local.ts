import { generateKeyPairSync } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { openSealed, sealText } from '../../kernel/sealed-text.ts';
import type { DeadlineKeys } from './port.ts';
import { findKey, type KeyRow, noteReleased, putKey, replaceSealed } from './repo.ts';

interface Kept {
  private_key: string;
  /** Milliseconds. */
  opens_at: number;
}

/**
 * The keeper on this machine: rows sealed with a secret of its own, handed out by this machine's clock. It holds against readers of the
 * database and against everything the application offers; not against somebody who has both the secrets and the database.
 */
export function createLocalDeadlineKeys({ db, secret, clock }: { db: Db; secret: string; clock: Clock }): DeadlineKeys {
  const purpose = (name: string) => `deadline key ${name}`;
  const seal = (name: string, kept: Kept) => sealText(secret, purpose(name), JSON.stringify(kept));
  const open = ({ name, sealed }: KeyRow) => JSON.parse(openSealed(secret, purpose(name), sealed)) as Kept;
  const rowOf = async (name: string): Promise<KeyRow> => {
    const row = await findKey(db, name);
    if (!row) throw notFound('密钥不存在');
    return row;
  };
  return {
    name: 'local',
    async make(name, opens_at) {
      const known = await findKey(db, name);
      const row = known ?? (await putKey(db, { name, ...newPair(name, opens_at), created_at: clock.now() }));
      return { public_key: row.public_key, opens_at: new Date(open(row).opens_at) };
    },
    async putOff(name, opens_at) {
      for (;;) {
        const row = await rowOf(name);
        const kept = open(row);
        if (kept.opens_at >= opens_at.getTime()) return;
        if (await replaceSealed(db, name, row.sealed, seal(name, { ...kept, opens_at: opens_at.getTime() }))) return;
      }
    },
    async release(name) {
      const kept = open(await rowOf(name));
      const now = clock.now();
      if (now.getTime() < kept.opens_at) throw conflict('未到截止时间，密钥不能取出');
      await noteReleased(db, name, now);
      return { private_key: kept.private_key };
    },
  };

  function newPair(name: string, opens_at: Date): { public_key: string; sealed: string } {
    const pair = generateKeyPairSync('x25519', {
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    const private_key = pair.privateKey.toString('base64url');
    return { public_key: pair.publicKey.toString('base64url'), sealed: seal(name, { private_key, opens_at: opens_at.getTime() }) };
  }
}
