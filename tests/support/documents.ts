import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import pptxgen from 'pptxgenjs';
import { fontFile } from '#demo/decks/font.ts';

/** Documents made by code: honest ones, and one of every kind that the site refuses. */

/** A page costs by its area, four pictures each: strips unless a test looks at the pictures. */
const STRIP_PT = 96;

export interface PdfWish {
  pages: number;
  /** Of a page 960 pt wide; a strip without. */
  height_pt?: number;
  /** Opens only with this password. */
  user_password?: string;
  /** Opens freely but forbids things. */
  owner_password?: string;
}

/** A PDF whose pages say `策猫方案 第 N 页`, its Chinese font embedded as a subset. */
export async function makePdf({ pages, height_pt = STRIP_PT, user_password, owner_password }: PdfWish): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit as never);
  const font = await pdf.embedFont(await readFile(fontFile('Regular')), { subset: true });
  for (let page_no = 1; page_no <= pages; page_no++) {
    const page = pdf.addPage([960, height_pt]);
    page.drawRectangle({ x: 0, y: 0, width: 960, height: height_pt / 6, color: rgb(0.95, 0.31, 0.17) });
    page.drawText(`策猫方案 第 ${page_no} 页`, { x: 80, y: height_pt / 2, size: Math.min(48, height_pt / 3), font });
  }
  if (user_password !== undefined || owner_password !== undefined) {
    pdf.encrypt({ userPassword: user_password ?? '', ownerPassword: owner_password ?? 'owner', permissions: { printing: false } });
  }
  return Buffer.from(await pdf.save({ useObjectStreams: user_password === undefined && owner_password === undefined }));
}

/** One page with nothing but a filled form on it. `hidden` is the value of a field that is not shown. */
export async function makeFormPdf(value: string, hidden = ''): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([960, 540]);
  const form = pdf.getForm();
  const field = form.createTextField('title');
  field.setText(value);
  field.addToPage(page, { x: 80, y: 200, width: 800, height: 120, borderWidth: 0 });
  const box = form.createCheckBox('yes');
  box.addToPage(page, { x: 80, y: 380, width: 80, height: 80 });
  box.check();
  const secret = form.createTextField('secret');
  secret.setText(hidden);
  secret.addToPage(page, { x: 80, y: 40, width: 800, height: 60, hidden: true });
  return Buffer.from(await pdf.save());
}

/** A form whose one value has no appearance yet: the reader draws it, with a font of its own for what Helvetica lacks. */
export function makeUndrawnFormPdf(value: string): Buffer {
  const hex = [...value].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const look = '/DA (/Helv 40 Tf 0 g)';
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /NeedAppearances true ${look} /DR << /Font << /Helv 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 190 960 310] /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /P 3 0 R /Rect [60 200 900 300] ${look} /V <feff${hex}> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** Encrypted for the holder of a key, as mail programs and rights servers do it. */
export function makePublicKeyPdf(): Buffer {
  const whole = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>',
    '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s4 /V 1 /Recipients [<00>] >>',
  ]).toString('latin1');
  return Buffer.from(whole.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 4 0 R /ID [<00><00>]'), 'latin1');
}

/** Blank pages only, made fast. */
export async function makeBlankPdf(pages: number, size: [number, number] = [960, 540]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page_no = 1; page_no <= pages; page_no++) pdf.addPage(size);
  return Buffer.from(await pdf.save());
}

/** A PDF that names a Chinese font without embedding it, as office programs write it. `text` empty: the same page without words. */
export function pdfWithNamedFont(font: string, text: string, encoding = 'UniGB-UCS2-H'): Buffer {
  const hex = [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const body = text === '' ? '' : `BT /F1 60 Tf 60 300 Td <${hex}> Tj ET`;
  const descriptor = `<< /Type /FontDescriptor /FontName /${font} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>`;
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 5 0 R /DW 1000 >>`;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [6 0 R] /Count 1 >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [4 0 R] >>`,
    descendant,
    descriptor,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 270 960 380] /Resources << /Font << /F1 3 0 R >> >> /Contents 7 0 R >>',
    `<< /Length ${body.length} >>\nstream\n${body}\nendstream`,
  ]);
}

/** The number of the object after those that every endless document has. */
const FIRST_MORE = 10;

/**
 * An honest page, then some that take their reader hours: a shading whose function is a program of many steps, run for every pixel.
 */
export function makeEndlessPdf(endless = 1): Buffer {
  const steps = `{ pop ${'0.999 mul 0.001 add '.repeat(100_000)}dup dup }`;
  const words = 'BT /F1 60 Tf 60 300 Td (first page) Tj ET';
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Resources << /Font << /F1 8 0 R >> /Shading << /S1 6 0 R >> >> /Contents ${contents} 0 R >>`;
  const more = Array.from({ length: endless - 1 }, () => page(5));
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R 4 0 R ${more.map((_, index) => `${FIRST_MORE + index} 0 R`).join(' ')}] /Count ${1 + endless} >>`,
    page(9),
    page(5),
    '<< /Length 6 >>\nstream\n/S1 sh\nendstream',
    '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [960 0 0 540 0 0] /Function 7 0 R >>',
    `<< /FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] /Length ${steps.length} >>\nstream\n${steps}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    ...more,
  ]);
}

/** Writes objects 1 to N with their cross-reference table; the first is the catalog. */
export function rawPdf(objects: string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** A page that is blue where a form without resources draws a picture of the page from inside another form; `by` a pattern as well. */
export function makeBorrowingPdf(by: 'form' | 'pattern'): Buffer {
  const stream = (facts: string, content: string) => `<< ${facts} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const picture = 'q 100 0 0 50 20 20 cm /Im Do Q';
  const box = '/BBox [0 0 200 100]';
  const pattern = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /XStep 200 /YStep 100';
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R
       /Resources << /XObject << /F 5 0 R /Im 6 0 R >> /Pattern << /P 7 0 R >> >> >>`,
    stream('', by === 'form' ? 'q /F Do Q' : 'q /Pattern cs /P scn 20 20 100 50 re f Q'),
    stream(`/Type /XObject /Subtype /Form ${box} /Resources << /XObject << /G 7 0 R >> >>`, 'q /G Do Q'),
    stream('/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceRGB /BitsPerComponent 8', '\x00\x00\xff'.repeat(16)),
    stream(by === 'form' ? `/Type /XObject /Subtype /Form ${box}` : `${pattern} ${box}`, picture),
  ]);
}

/** A real PPTX with so many slides. */
export async function makePptx(slides: number): Promise<Buffer> {
  // the package's types describe its browser build
  const Deck = (pptxgen as unknown as { default?: typeof pptxgen }).default ?? pptxgen;
  const deck = new Deck();
  deck.layout = 'LAYOUT_16x9';
  for (let slide_no = 1; slide_no <= slides; slide_no++) {
    const slide = deck.addSlide();
    slide.addText(`年会策划 第 ${slide_no} 页`, {
      x: 0.8,
      y: 1.5,
      w: 8,
      h: 1.2,
      fontSize: 40,
      fontFace: 'Microsoft YaHei',
      color: '1D2129',
    });
  }
  return (await deck.write({ outputType: 'nodebuffer' })) as Buffer;
}

/** One with a chart, a table, a picture and a box without words; its second font comes along. */
export async function makeEditablePptx(): Promise<Buffer> {
  const Deck = (pptxgen as unknown as { default?: typeof pptxgen }).default ?? pptxgen;
  const deck = new Deck();
  deck.layout = 'LAYOUT_4x3';
  const slide = deck.addSlide();
  const box = { x: 1, y: 1, w: 3, h: 1 };
  slide.addText('开场', { ...box, fontFace: '思源黑体' });
  slide.addText('签到', { ...box, fontFace: '思源黑体' });
  slide.addText('微信 cemao_2026', { ...box, fontFace: '加微信 cemao_2026' });
  slide.addShape('rect', box);
  slide.addTable([[{ text: '时间' }, { text: '环节' }]], box);
  slide.addChart('bar', [{ name: '人数', labels: ['一', '二'], values: [1, 2] }], box);
  slide.addImage({ data: `image/png;base64,${PIXEL}`, ...box });
  return (await deck.write({ outputType: 'nodebuffer' })) as Buffer;
}
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface ZipEntry {
  name: string;
  data: Buffer;
  /** What the directory claims, when it lies. */
  claimed_bytes?: number;
}

/** A zip as written by hand, so that it can lie. */
export function makeZip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claimed_bytes } of entries) {
    const packed = deflateRawSync(data, { level: 9 });
    const label = Buffer.from(name);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(0x0800, 2);
    fixed.writeUInt16LE(8, 4);
    fixed.writeUInt32LE(crc32(data), 10);
    fixed.writeUInt32LE(packed.length, 14);
    fixed.writeUInt32LE(claimed_bytes ?? data.length, 18);
    fixed.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('504b0304', 'hex'), fixed, label, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), fixed, tail, label);
    offset += 4 + fixed.length + label.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

function crc32(data: Buffer): number {
  return (createRequire(import.meta.url)('node:zlib') as { crc32(data: Buffer): number }).crc32(data);
}

const PPTX_PARTS: ZipEntry[] = [
  { name: '[Content_Types].xml', data: Buffer.from('<Types/>') },
  { name: 'ppt/presentation.xml', data: Buffer.from('<p:presentation/>') },
  { name: 'ppt/slides/slide1.xml', data: Buffer.from('<p:sld/>') },
];

/** Looks like a PPTX; one entry inflates to `bytes`. */
export function makeZipBomb(bytes = 64 * 1024 ** 2, claimed_bytes?: number): Buffer {
  const entry: ZipEntry = { name: 'ppt/media/image1.bmp', data: Buffer.alloc(bytes) };
  return makeZip([...PPTX_PARTS, claimed_bytes === undefined ? entry : { ...entry, claimed_bytes }]);
}

/** Looks like a PPTX; archives inside archives. */
export function makeNestedZip(): Buffer {
  const inner = makeZip([{ name: 'a.txt', data: Buffer.alloc(1000) }]);
  const middle = makeZip([{ name: 'b.zip', data: inner }]);
  return makeZip([...PPTX_PARTS, { name: 'ppt/embeddings/c.zip', data: middle }]);
}

/** A PPTX of so many empty slides, by structure only. */
export function makeLongPptx(slides: number): Buffer {
  const pages = Array.from({ length: slides }, (_, at) => ({ name: `ppt/slides/slide${at + 2}.xml`, data: Buffer.from('<p:sld/>') }));
  return makeZip([...PPTX_PARTS, ...pages]);
}

/** The head of an OLE container; with the stream that office programs write for an encrypted file, or an old PPT without. */
export function makeOle(encrypted: boolean): Buffer {
  const body = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(body);
  Buffer.from(encrypted ? 'EncryptedPackage' : 'PowerPoint Document', 'utf16le').copy(body, 1100);
  return body;
}

/** The first bytes of a Windows program. */
export function makeExe(): Buffer {
  return Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(4096, 7)]);
}
