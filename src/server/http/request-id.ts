import { randomToken } from '../kernel/ids.ts';

const process_tag = randomToken(6);
let count = 0;

/** Names one request in header, body and log. Unique over processes, cheap enough for a cached page. Not a secret. */
export function nextRequestId(): string {
  count = (count + 1) % Number.MAX_SAFE_INTEGER;
  return `${process_tag}${count.toString(36)}`;
}
