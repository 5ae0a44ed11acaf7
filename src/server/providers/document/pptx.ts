import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { PAGES_MAX } from '#contract/publish.ts';
import { brokenArchive, openArchive, ZIP_OPTIONS } from './archive.ts';
import { DocumentError, type DocumentFacts } from './port.ts';

const ENTRIES_MAX = 20_000;
/** Inflated, all entries and nested archives together. */
const INFLATED_MAX_BYTES = 2 * 1024 ** 3;
/** One entry: the largest honest ones are videos, which do not shrink. */
const ENTRY_RATIO_MAX = 400;
const ENTRY_RATIO_FREE_BYTES = 16 * 1024 ** 2;
/** An embedded workbook is an archive; one inside that is not needed by any slide. */
const DEPTH_MAX = 1;
const NESTED_MAX_BYTES = 64 * 1024 ** 2;

const openZipBuffer = promisify(fromBuffer) as unknown as (data: Buffer, options: object) => Promise<ZipFile>;

interface Budget {
  inflated_bytes: number;
  entries: number;
}

/**
 * Checks a PPTX by really inflating it, in constant memory: declared sizes lie.
 * @throws DocumentError for other archives, encrypted or broken ones, zip bombs and too many slides
 */
export async function inspectPptx(path: string): Promise<DocumentFacts> {
  const zip = await openArchive(path);
  try {
    const names = await checkEntries(zip, { inflated_bytes: 0, entries: 0 }, 0);
    // an ODF archive in disguise: LibreOffice goes by its `mimetype`
    if (!names.has('[Content_Types].xml') || !names.has('ppt/presentation.xml') || names.has('mimetype')) {
      throw new DocumentError('只支持 PDF 和 PPTX 文件，当前文件是其他类型的压缩包');
    }
    const page_count = [...names].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length;
    if (page_count === 0) throw new DocumentError('演示文稿里没有幻灯片');
    if (page_count > PAGES_MAX) throw new DocumentError(`文件共 ${page_count} 页，最多支持 ${PAGES_MAX} 页，请拆分后再上传`);
    return { type: 'pptx', page_count };
  } finally {
    zip.close();
  }
}

async function checkEntries(zip: ZipFile, budget: Budget, depth: number): Promise<Set<string>> {
  const names = new Set<string>();
  if (zip.entryCount > ENTRIES_MAX) throw bomb();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (cause) => reject(cause instanceof DocumentError ? cause : brokenArchive(cause)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      names.add(entry.fileName);
      checkEntry(zip, entry, budget, depth).then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
  return names;
}

async function checkEntry(zip: ZipFile, entry: Entry, budget: Budget, depth: number): Promise<void> {
  budget.entries++;
  if (budget.entries > ENTRIES_MAX) throw bomb();
  if (entry.generalPurposeBitFlag & 1) throw new DocumentError('文件已加密，请去除打开密码后再上传');
  if (entry.fileName.endsWith('/')) return;
  if (entry.uncompressedSize + budget.inflated_bytes > INFLATED_MAX_BYTES) throw bomb();
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(brokenArchive(error)) : resolve(opened)));
  });
  let size = 0;
  let nested: Buffer[] | null = null;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size === 0 && chunk.length >= 4 && chunk.readUInt32BE(0) === 0x504b0304) nested = [];
      size += chunk.length;
      budget.inflated_bytes += chunk.length;
      if (budget.inflated_bytes > INFLATED_MAX_BYTES) throw bomb();
      if (size > ENTRY_RATIO_FREE_BYTES && size > entry.compressedSize * ENTRY_RATIO_MAX) throw bomb();
      if (nested) {
        if (size > NESTED_MAX_BYTES) throw bomb();
        nested.push(chunk);
      }
    }
  } catch (cause) {
    throw cause instanceof DocumentError ? cause : brokenArchive(cause);
  } finally {
    if (stream instanceof Readable) stream.destroy();
  }
  if (nested) await checkNested(Buffer.concat(nested), budget, depth);
}

async function checkNested(data: Buffer, budget: Budget, depth: number): Promise<void> {
  if (depth >= DEPTH_MAX) throw bomb();
  const zip = await openZipBuffer(data, ZIP_OPTIONS).catch(() => null);
  // four bytes that look like an archive do not make one; nothing will open it
  if (zip) await checkEntries(zip, budget, depth + 1);
}

function bomb(): DocumentError {
  return new DocumentError('文件解压后过大或结构异常，无法处理，请导出为 PDF 后上传');
}
