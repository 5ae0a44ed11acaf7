/** Enough of a file to know what it is; a ZIP's first entries too. */
export const SNIFF_BYTES = 4_096;
/** For people. */
export const OPAQUE_TEXT = 'PSD、AI、EPS、CDR、PDF、图片、3DS、SKP、MAX 或 ZIP';

/** Formats that begin alike are told apart by their name. */
const BY_NAME = /\.(psd|psb|ai|eps|cdr|pdf|png|jpe?g|webp|3ds|skp|max|zip|rar|7z|mp4|m4v|webm)$/;

const starts = (bytes: Buffer, text: string, at = 0) => bytes.subarray(at, at + text.length).toString('latin1') === text;

/**
 * The type of a design file or film, by its first bytes; where a format has no sign of its own, its name decides which of those that
 * begin alike it is. Null: nothing that is taken.
 */
export function opaqueType(bytes: Buffer, name: string): string | null {
  if (bytes.length < 12) return null;
  const named = BY_NAME.exec(name.toLowerCase())?.[1] ?? '';
  if (starts(bytes, '8BPS')) return 'psd';
  if (starts(bytes, '%PDF-')) return named === 'ai' ? 'ai' : 'pdf';
  if (starts(bytes, '%!PS') || bytes.readUInt32BE(0) === 0xc5d0d3c6) return named === 'ai' ? 'ai' : 'eps';
  if (starts(bytes, 'RIFF') && /^CDR|^cdr/.test(bytes.subarray(8, 11).toString('latin1'))) return 'cdr';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp';
  if (starts(bytes, '\x89PNG')) return 'png';
  if (starts(bytes, '\xff\xd8\xff')) return 'jpg';
  if (starts(bytes, 'PK\x03\x04')) return named === 'cdr' || named === 'skp' ? named : 'zip';
  if (starts(bytes, 'Rar!')) return 'rar';
  if (starts(bytes, '7z\xbc\xaf')) return '7z';
  if (starts(bytes, '\xd0\xcf\x11\xe0') && named === 'max') return 'max';
  if (starts(bytes, '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0')) return 'skp';
  if (starts(bytes, 'MM') && named === '3ds') return '3ds';
  if (starts(bytes, 'ftyp', 4) && !starts(bytes, 'heic', 8) && !starts(bytes, 'avif', 8)) return 'mp4';
  if (starts(bytes, '\x1aE\xdf\xa3')) return 'webm';
  return null;
}
