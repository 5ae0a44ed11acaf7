import { readText, writeText } from '#client/storage.ts';
import { doorApi } from './door.api.ts';
import { createDoor } from './door.store.ts';
import { hashSecret } from './hash-secret.ts';

/** Of the door that this phone opened last: what is installed begins without an address. */
const LAST_DOOR = 'door_last';

/** The door whose token stands behind # of this page, else the one before. */
export function openDoor() {
  const asked = new URLSearchParams(globalThis.location?.hash.slice(1) ?? '').get('t') ?? '';
  if (asked) writeText(LAST_DOOR, asked);
  const token = asked || (readText(LAST_DOOR) ?? '');
  return createDoor({ token, api: doorApi, hash: hashSecret, onEnd: () => writeText(LAST_DOOR, null) });
}
