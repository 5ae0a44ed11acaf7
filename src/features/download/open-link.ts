import AES from 'crypto-js/aes';
import Utf8 from 'crypto-js/enc-utf8';
import type { LinkCipher } from '#contract/download.ts';

/** The path behind an encrypted link. A chunk of its own: crypto-js is loaded only when a download starts. */
export function openLink(download_url: string, { key, iv }: LinkCipher): string {
  return AES.decrypt(download_url, Utf8.parse(key), { iv: Utf8.parse(iv) }).toString(Utf8);
}
