import { opaqueType } from './opaque-type.ts';

/** Types that need no second look. */
const PLAIN = ['pdf', 'png', 'jpg', 'webp'];
const NEW_OFFICE = /\.(docx|xlsx|pptx|zip)$/;
const OLD_OFFICE = /\.(doc|xls|ppt)$/;

/**
 * The type of an attachment, by its first bytes; the name decides among those that begin alike. Null: nothing that is taken, a program
 * or a page with scripts among it.
 */
export function attachmentType(bytes: Buffer, name: string): string | null {
  const lower = name.toLowerCase();
  const found = opaqueType(bytes, name);
  if (found !== null && PLAIN.includes(found)) return found;
  if (found === 'zip') return NEW_OFFICE.exec(lower)?.[1] ?? null;
  const is_old = bytes.length >= 12 && bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  return is_old ? (OLD_OFFICE.exec(lower)?.[1] ?? null) : null;
}
