import type { Entry, ZipFile } from 'yauzl';
import { findContactDetails } from '#contract/contact-details.ts';
import { contentsOf, type FileContents, formatName } from '#contract/design-contents.ts';
import { openArchive } from '../../../providers/document/archive.ts';
import { entryName, LEFT_OVER } from '../zip-names.ts';

/** Names that are read of an archive; those beyond are neither counted nor shown. */
const ENTRIES_MAX = 5_000;
const NAME_MAX = 120;

/** What is in a design's file, by its first bytes and, of a ZIP, its list of names. Null: nothing can be determined, which refuses nothing. */
export async function fileContents(type: string, head: Buffer, size_bytes: number, path: string): Promise<FileContents | null> {
  if (type === 'zip') return zipContents(path).catch(() => null);
  const format = formatName(type);
  if (!format) return null;
  const pixels = pixelsOf(type, head);
  return { files: 1, bytes: size_bytes, formats: { [format]: 1 }, fonts: [], list: [], ...(pixels ? { pixels } : {}) };
}

/** Width and height as the first bytes of a PSD or PNG say them. */
export function pixelsOf(type: string, head: Buffer): { width: number; height: number } | null {
  if (head.length < 26) return null;
  if (type === 'psd') return { height: head.readUInt32BE(14), width: head.readUInt32BE(18) };
  if (type === 'png') return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  return null;
}

async function zipContents(path: string): Promise<FileContents> {
  const zip = await openArchive(path);
  try {
    return contentsOf(await namesIn(zip));
  } finally {
    zip.close();
  }
}

function namesIn(zip: ZipFile): Promise<Array<{ name: string; size_bytes: number }>> {
  return new Promise((resolve, reject) => {
    const entries: Array<{ name: string; size_bytes: number }> = [];
    let read = 0;
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const name = entryName(entry).slice(0, NAME_MAX);
      // a folder is no file; a name that sells past the site is not shown, and neither is its file
      if (!name.endsWith('/') && !LEFT_OVER.test(name) && findContactDetails(name).length === 0)
        entries.push({ name, size_bytes: entry.uncompressedSize });
      read += 1;
      if (read < ENTRIES_MAX) zip.readEntry();
      else resolve(entries);
    });
    zip.readEntry();
  });
}
