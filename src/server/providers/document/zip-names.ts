import { Buffer } from 'node:buffer';
import type { Entry } from 'yauzl';

/** What browsers, cameras and systems leave in folders. */
export const LEFT_OVER = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
const UTF8_FLAG = 0x800;

/** The name as its maker meant it: marked as UTF-8, or without a mark in UTF-8 or in the encoding of Chinese Windows. */
export function entryName({ fileNameRaw, generalPurposeBitFlag, fileName }: Entry): string {
  const raw = Buffer.from(fileNameRaw);
  if ((generalPurposeBitFlag & UTF8_FLAG) !== 0) return fileName.normalize('NFC');
  const text = decoded(raw).replaceAll('\\', '/');
  return text.normalize('NFC');
}

function decoded(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return new TextDecoder('gb18030').decode(raw);
  }
}
