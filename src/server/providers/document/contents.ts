import { open } from 'node:fs/promises';
import { findContactDetails } from '#contract/contact-details.ts';
import { contentsOf, type FileContents, formatName } from '#contract/design-contents.ts';
import { openArchive } from './archive.ts';
import { readDeck } from './pptx-contents.ts';
import { entryName, LEFT_OVER } from './zip-names.ts';

/** Names that are read of an archive; those beyond are neither counted nor shown. */
const ENTRIES_MAX = 5_000;
const NAME_MAX = 120;
/** As a PSD numbers them. */
const COLORS = ['位图', '灰度', '索引颜色', 'RGB', 'CMYK', '', '', '多通道', '双色调', 'Lab'];

/** Types of which more is known than that they are one file of their format. */
export const READABLE: readonly string[] = ['zip', 'pptx', 'psd', 'png'];

/** What is known of a file without reading it; null: its format is none that we name. */
export function plainContents(type: string, size_bytes: number): FileContents | null {
  const format = type === 'pptx' ? 'PPTX' : formatName(type);
  return format ? { files: 1, bytes: size_bytes, formats: { [format]: 1 }, fonts: [], list: [] } : null;
}

/** What is in a file of a type that can be read: of an archive its names, nothing of it is unpacked. @throws Error when it is broken */
export async function readContents(path: string, type: string, size_bytes: number): Promise<FileContents | null> {
  if (type === 'zip') return zipContents(path);
  const plain = plainContents(type, size_bytes);
  if (!plain) return null;
  if (type === 'pptx') return { ...plain, deck: await readDeck(path) };
  return { ...plain, ...(await pictureFacts(path, type)) };
}

async function zipContents(path: string): Promise<FileContents> {
  const zip = await openArchive(path);
  try {
    const entries: Array<{ name: string; size_bytes: number }> = [];
    let read = 0;
    for await (const entry of zip.eachEntry()) {
      const name = entryName(entry).slice(0, NAME_MAX);
      // a folder is no file; a name that sells past the site is not shown, and neither is its file
      if (!name.endsWith('/') && !LEFT_OVER.test(name) && findContactDetails(name).length === 0)
        entries.push({ name, size_bytes: entry.uncompressedSize });
      read += 1;
      if (read === ENTRIES_MAX) break;
    }
    return contentsOf(entries);
  } finally {
    zip.close();
  }
}

/** By the header alone: sizes, and of a PSD its layers and colours. */
async function pictureFacts(path: string, type: string): Promise<Pick<FileContents, 'pixels' | 'psd'>> {
  const handle = await open(path, 'r');
  try {
    const at = async (position: number, bytes: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
      return bytesRead === bytes ? buffer : Buffer.alloc(bytes);
    };
    const head = await at(0, 26);
    if (type === 'png') return { pixels: { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } };
    // colour table, resources and layers follow each other, each behind its length; a PSB has longer ones
    const wide = head.readUInt16BE(4) === 2 ? 8 : 4;
    let layers = 26;
    for (let skipped = 0; skipped < 2; skipped++) layers += 4 + (await at(layers, 4)).readUInt32BE(0);
    const part = await at(layers, 2 * wide + 2);
    const flat = part.readUInt32BE(wide - 4) === 0 || part.readUInt32BE(2 * wide - 4) === 0;
    // below zero: the first of so many also holds the transparency
    const count = flat ? 0 : Math.abs(part.readInt16BE(2 * wide));
    return {
      pixels: { height: head.readUInt32BE(14), width: head.readUInt32BE(18) },
      psd: { layers: count, color: COLORS[head.readUInt16BE(24)] ?? '' },
    };
  } finally {
    await handle.close();
  }
}
