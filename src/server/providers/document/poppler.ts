import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Bitmap } from './pdfium.ts';

/** In the isolated place system programs lie here; without isolation nothing else than PDFium reads a stranger's bytes. */
const PROGRAM = '/usr/bin/pdftoppm';
const SHUT_IN = '/document';
const PART_BYTES = 4 * 1024 * 1024;
/** A dictionary with its beginning, and the content behind it. */
const DICTIONARY_BYTES = 4_096;
const CONTENT_BYTES = 64 * 1024;
const INFLATED_MAX_BYTES = 1024 * 1024;
/** Operators of a content stream that look something up by a name. */
const USES_NAMES = /\s(?:Do|gs|sh|scn|SCN|cs|CS|Tf)\b/;
/** Ways of packing that are not undone here. */
const OTHER_FILTERS = /\/(?:ASCII|LZW|RunLength|Crypt)/;

/**
 * Whether a document holds a form or a pattern that draws by names and has no resources of its own. Below another form PDFium then looks in
 * the wrong place and leaves out what it names; poppler finds it in the page.
 */
export async function borrowsResources(path: string): Promise<boolean> {
  if (path !== SHUT_IN) return false;
  const handle = await open(path, 'r');
  try {
    const part = Buffer.alloc(PART_BYTES + DICTIONARY_BYTES + CONTENT_BYTES);
    for (let at = 0; ; at += PART_BYTES) {
      const { bytesRead } = await handle.read(part, 0, part.length, at);
      if (hasBorrower(part.subarray(0, bytesRead), PART_BYTES)) return true;
      if (bytesRead <= PART_BYTES) return false;
    }
  } finally {
    await handle.close();
  }
}

function hasBorrower(bytes: Buffer, until: number): boolean {
  for (const mark of ['/Form', '/PatternType']) {
    for (let at = bytes.indexOf(mark); at >= 0 && at < until; at = bytes.indexOf(mark, at + mark.length)) {
      const begin = bytes.lastIndexOf(' obj', at);
      const stream = bytes.indexOf('stream', at);
      if (begin < 0 || at - begin > DICTIONARY_BYTES || stream < 0 || stream - at > DICTIONARY_BYTES) continue;
      const dictionary = bytes.toString('latin1', begin, stream);
      // another object lies between: the mark is no dictionary of a stream
      if (dictionary.includes('endobj') || !/\/Subtype\s*\/Form\b|\/PatternType\s+1\b/.test(dictionary)) continue;
      if (!dictionary.includes('/Resources') && usesNames(dictionary, bytes.subarray(stream + 'stream'.length, stream + CONTENT_BYTES)))
        return true;
    }
  }
  return false;
}

/** What cannot be read here is taken for one that does: drawn the slower way. */
function usesNames(dictionary: string, behind: Buffer): boolean {
  const end = behind.indexOf('endstream');
  const data = behind.subarray(behind[0] === 13 ? 2 : 1, end < 0 ? behind.length : end);
  if (!dictionary.includes('/Filter')) return USES_NAMES.test(data.toString('latin1'));
  if (!dictionary.includes('/FlateDecode') || OTHER_FILTERS.test(dictionary)) return true;
  try {
    return USES_NAMES.test(inflateSync(data, { maxOutputLength: INFLATED_MAX_BYTES, finishFlush: 2 }).toString('latin1'));
  } catch {
    return true;
  }
}

/** Draws a page in exactly this size; null where the program is missing or does not know what to do. */
export async function drawByPoppler(page_no: number, { width, height }: { width: number; height: number }): Promise<Bitmap | null> {
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const args = ['-f', String(page_no), '-l', String(page_no), '-singlefile', ...size, SHUT_IN];
  const bytes = await new Promise<Buffer | null>((resolve) => {
    execFile(PROGRAM, args, { encoding: 'buffer', maxBuffer: width * height * 3 + 1_024 }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
  });
  // P6, width, height, 255, each behind one blank
  const head = bytes && /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 64));
  if (!bytes || !head || Number(head[1]) !== width || Number(head[2]) !== height) return null;
  const pixels = bytes.subarray(head[0].length);
  return pixels.length === width * height * 3 ? { width, height, channels: 3, pixels } : null;
}
