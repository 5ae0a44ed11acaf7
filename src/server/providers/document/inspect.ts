import { open } from 'node:fs/promises';
import { PAGES_MAX } from '#contract/publish.ts';
import { DocumentError, type DocumentFacts } from './port.ts';

const HEAD_BYTES = 1024;
const OLD = '暂不支持旧版 PPT 文件，请另存为 PPTX 或导出为 PDF 后上传';

/**
 * Finds out by content what a file is and whether it can become pages.
 * @throws DocumentError with a reason for the publisher
 */
export async function inspectDocument(path: string): Promise<DocumentFacts> {
  const head = await readHead(path);
  if (head.length === 0) throw new DocumentError('文件是空的，请重新选择');
  if (head.includes('%PDF-')) return inspectPdf(path);
  if (head.readUInt32BE(0) === 0x504b0304) return (await import('./pptx.ts')).inspectPptx(path);
  if (head.length > 8 && head.readUInt32BE(0) === 0xd0cf11e0) throw new DocumentError(await oleReason(path, OLD));
  throw new DocumentError('只支持 PDF 和 PPTX 文件，当前文件的内容不是这两种格式');
}

async function inspectPdf(path: string): Promise<DocumentFacts> {
  const { openPdf } = await import('./pdfium.ts');
  const pdf = await openPdf(path);
  try {
    if (pdf.page_count > PAGES_MAX) throw tooManyPages(pdf.page_count);
    return { type: 'pdf', page_count: pdf.page_count };
  } finally {
    pdf.close();
  }
}

export function tooManyPages(page_count: number): DocumentError {
  return new DocumentError(`文件共 ${page_count} 页，最多支持 ${PAGES_MAX} 页，请拆分后再上传`);
}

export async function readHead(path: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Office programs wrap an encrypted PPTX in an OLE container with a stream of this name; old .ppt files are OLE as well. */
export async function oleReason(path: string, otherwise: string): Promise<string> {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  const handle = await open(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of handle.createReadStream({ highWaterMark: 1 << 20, autoClose: false })) {
      const part = Buffer.concat([rest, chunk as Buffer]);
      if (part.includes(name)) return '文件已加密，请去除打开密码后再上传';
      rest = part.subarray(-name.length);
    }
  } finally {
    await handle.close();
  }
  return otherwise;
}
