import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import type { Entry, ZipFile } from 'yauzl';
import { ZipFile as ZipWriter } from 'yazl';
import { brokenArchive, openArchive } from './archive.ts';
import { DocumentError } from './port.ts';

/** Relationships and pictures of markup are read whole. */
const PART_MAX_BYTES = 32 * 1024 ** 2;
const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** Keeps the look of linked words and leads nowhere: the domain is reserved for that. */
const NOWHERE = 'https://link.invalid/';
const EMPTY_PICTURE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/**
 * Writes a copy of a PPTX that names nothing outside of itself: links to files and addresses are gone, linked words lead nowhere,
 * pictures of markup that ask for other files are empty. Pages look the same but for what was never in the file.
 * @throws DocumentError when it is broken
 */
export async function detachPptx(path: string, target: string): Promise<undefined> {
  const zip = await openArchive(path);
  const out = new ZipWriter();
  const written = pipeline(out.outputStream, createWriteStream(target));
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    out.on('error', reject);
    written.catch(reject);
  });
  failed.catch(() => undefined);
  try {
    for await (const entry of zip.eachEntry()) await Promise.race([copyEntry(zip, entry, out), failed]);
    out.end();
    await Promise.race([written, failed]);
  } catch (cause) {
    throw cause instanceof DocumentError || isDiskTrouble(cause) ? cause : brokenArchive(cause);
  } finally {
    zip.close();
  }
}

async function copyEntry(zip: ZipFile, entry: Entry, out: ZipWriter): Promise<void> {
  const name = entry.fileName;
  // nothing in a presentation is named by a path out of it
  if (name.endsWith('/') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..')) return;
  const compress = entry.compressionMethod !== 0;
  const options = { compress, ...(compress ? { compressionLevel: 1 } : {}) };
  if (/\.rels$/i.test(name)) return out.addBuffer(Buffer.from(ownRelations(await readEntry(zip, entry))), name, options);
  if (!/\.xml$/i.test(name) || name.includes('/media/')) {
    const picture = await readMarkup(zip, entry);
    if (picture && asksForMore(picture)) return out.addBuffer(EMPTY_PICTURE, name, options);
  }
  out.addReadStreamLazy(name, options, (take) => zip.openReadStream(entry, (error, stream) => take(error, stream)));
}

/** Relationships as LibreOffice is to see them. Written again from what was understood: what only another reader would see is lost. */
export function ownRelations(data: Buffer): string {
  const kept: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw brokenArchive(error);
  });
  parser.on('opentag', ({ local, attributes }) => {
    if (local !== 'Relationship') return;
    const value = (name: string) => attributes[name]?.value ?? '';
    const [id, type, target] = [value('Id'), value('Type'), value('Target')];
    const outside = (value('TargetMode') || 'Internal') !== 'Internal' || /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target);
    if (!outside) kept.push(`<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(target)}"/>`);
    else if (type.endsWith('/hyperlink')) {
      kept.push(`<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${NOWHERE}" TargetMode="External"/>`);
    }
  });
  parser.write(decode(data)).close();
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${NAMESPACE}">${kept.join('')}</Relationships>`;
}

/** Whether a picture of markup (SVG, VML) names anything that is not inside of it. */
export function asksForMore(data: Buffer): boolean {
  const text = decode(data);
  if (/<!ENTITY|<\?xml-stylesheet|@import/i.test(text)) return true;
  // each piece is looked at from its beginning, so that many of them take no longer than one
  const [, ...doctypes] = text.split(/<!DOCTYPE/i);
  if (doctypes.some((one) => /^[^>]*\[/.test(one))) return true;
  const [, ...urls] = text.split(/\burl\(/i);
  if (urls.some((one) => !INNER_URL.test(one))) return true;
  const named = text.matchAll(/(?:\bhref|\bsrc)\s*=\s*(["'])(.*?)\1/gis);
  return [...named].some(([, , target = '']) => !/^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp|bmp)[;,]|$)/i.test(target));
}

const INNER_URL = /^(?:[\s"']|&quot;|&apos;)*(?:#|data:image\/(?:png|jpe?g|gif|webp|bmp)[;,]|\))/i;

/** The whole entry when it is markup, plain or packed; null for everything else. */
async function readMarkup(zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  const stream = await zip.openReadStreamPromise(entry);
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    head = chunk;
    break;
  }
  const packed = head.length > 2 && head.readUInt16BE(0) === 0x1f8b;
  if (!packed && !/^\s*</.test(decode(head.subarray(0, 1024)))) return null;
  const data = await readEntry(zip, entry);
  if (!packed) return data;
  try {
    const unpacked = gunzipSync(data, { maxOutputLength: PART_MAX_BYTES });
    return /^\s*</.test(decode(unpacked.subarray(0, 1024))) ? unpacked : null;
  } catch {
    // too much, or no gzip at all: empty as well
    return Buffer.from('<!DOCTYPE []>');
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > PART_MAX_BYTES) throw new DocumentError('文件解压后过大或结构异常，无法处理，请导出为 PDF 后上传');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(data: Buffer): string {
  const mark = data.length >= 2 ? data.readUInt16BE(0) : 0;
  const zeros = data.length >= 4 && (data[0] === 0 || data[1] === 0);
  const encoding = mark === 0xfffe || (zeros && data[1] === 0) ? 'utf-16le' : mark === 0xfeff || zeros ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(data);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function isDiskTrouble(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
