import { createHmac } from 'node:crypto';
import type { CdnConfig } from '../../config/providers.ts';
import { type Clock, unixSeconds } from '../../kernel/clock.ts';
import type { CdnPort } from './port.ts';

const TIMEOUT_MS = 5_000;

/**
 * POSTs `{"tags": [...], "paths": [...]}` with `X-Cemao-Time` and `X-Cemao-Signature`, the HMAC-SHA256 of `TIME.BODY` in hex: a few lines of the
 * operator's turn it into what their nginx or CDN understands.
 */
export function createHttpCdn({ url, key }: CdnConfig, clock: Clock): CdnPort {
  return {
    async purge(what) {
      const body = JSON.stringify(what);
      const time = String(unixSeconds(clock.now()));
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-cemao-time': time,
          'x-cemao-signature': createHmac('sha256', key).update(`${time}.${body}`).digest('hex'),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`cdn: HTTP ${response.status}`);
    },
  };
}
