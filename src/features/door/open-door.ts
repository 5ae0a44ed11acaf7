import { doorApi } from './door.api.ts';
import { createDoor } from './door.store.ts';
import { hashSecret } from './hash-secret.ts';

/** The door whose token stands behind # of this page. */
export const openDoor = () =>
  createDoor({
    token: new URLSearchParams(globalThis.location?.hash.slice(1) ?? '').get('t') ?? '',
    api: doorApi,
    hash: hashSecret,
  });
