import { FILE_TEXT } from '#contract/assistant.ts';
import { decodedText } from './decoded-text.ts';
import { DocumentError, type DocumentText, PAGE_TEXT_MAX, type Passage, READ_TEXT_MAX } from './port.ts';

/** Longer ones are read up to here. */
const PDF_PAGES_MAX = 100;
const NO_TEXT = '文件里没有可以读的文字：扫描件和图片请先识别成文字再上传';
const NOT_READ = `只能读 ${FILE_TEXT}`;
/** Four a character: as many characters as are read, and one. */
const TEXT_BYTES = 4 * (READ_TEXT_MAX + 1);

/**
 * The words of a brief, a budget or a deck, in their order, with where each stands. Blocking: use it in a child process only.
 * @throws DocumentError with a reason for people: another format, encrypted, broken, no words
 */
export async function readText(path: string): Promise<DocumentText> {
  const { oleReason, readHead } = await import('./inspect.ts');
  const head = await readHead(path);
  if (head.length === 0) throw new DocumentError('文件是空的，请重新选择');
  if (head.includes('%PDF-')) return bounded('pdf', await pdfPassages(path));
  if (head.length > 8 && head.readUInt32BE(0) === 0xd0cf11e0) throw new DocumentError(await oleReason(path, NOT_READ));
  const { partsOfLines, readOffice } = await import('./office-text.ts');
  if (head.length < 4 || head.readUInt32BE(0) !== 0x504b0304) {
    const text = decodedText(await readHead(path, TEXT_BYTES));
    if (text === null) throw new DocumentError(NOT_READ);
    return bounded('txt', partsOfLines(text.split('\n').map((line) => line.trim())));
  }
  const office = await readOffice(path);
  if (!office) throw new DocumentError(NOT_READ);
  return bounded(office.type, office.passages);
}

async function pdfPassages(path: string): Promise<Passage[]> {
  const { openPdf } = await import('./pdfium.ts');
  const pdf = await openPdf(path);
  try {
    const pages = Math.min(pdf.page_count, PDF_PAGES_MAX);
    return Array.from({ length: pages }, (_, at) => ({ at: `第 ${at + 1} 页`, text: pdf.text(at + 1) }));
  } finally {
    pdf.close();
  }
}

/** @throws DocumentError where nothing can be read */
function bounded(type: DocumentText['type'], all: readonly Passage[]): DocumentText {
  const passages: Passage[] = [];
  let left = READ_TEXT_MAX;
  for (const { at, text } of all) {
    const words = text.trim().slice(0, Math.min(left, PAGE_TEXT_MAX));
    if (words === '') continue;
    passages.push({ at, text: words.toWellFormed() });
    left -= words.length;
    if (left <= 0) break;
  }
  if (passages.length === 0) throw new DocumentError(NO_TEXT);
  return { type, passages, cut: left <= 0 };
}
