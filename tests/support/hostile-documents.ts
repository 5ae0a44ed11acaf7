import { constants, deflateRawSync } from 'node:zlib';
import pptxgen from 'pptxgenjs';
import sharp from 'sharp';
import yauzl from 'yauzl';
import { makeZip, rawPdf, type ZipEntry } from './documents.ts';

/** Documents that want what is not theirs: files, addresses, memory, time. */

const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';

/** A deck of one slide with a picture, its parts as they are; `change` may replace each. */
async function makeDeck(change: (entry: ZipEntry) => ZipEntry): Promise<Buffer> {
  const Deck = (pptxgen as unknown as { default?: typeof pptxgen }).default ?? pptxgen;
  const deck = new Deck();
  const png = await solidPng('#000000');
  deck.addSlide().addImage({ data: `data:image/png;base64,${png.toString('base64')}`, x: 0, y: 0, w: 10, h: 5.6 });
  return rewriteZip((await deck.write({ outputType: 'nodebuffer' })) as Buffer, change);
}

export async function rewriteZip(whole: Buffer, change: (entry: ZipEntry) => ZipEntry): Promise<Buffer> {
  const zip = await yauzl.fromBufferPromise(whole, { lazyEntries: true });
  const entries: ZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.push(change({ name: entry.fileName, data: Buffer.concat(chunks) }));
  }
  return makeZip(entries);
}

export function solidPng(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** Its background is the picture at `url`. */
export function deckWithLinkedBackground(url: string): Promise<Buffer> {
  return makeDeck(({ name, data }) => {
    const text = data.toString();
    if (name === 'ppt/slides/slide1.xml') {
      const background =
        '<p:bg><p:bgPr><a:blipFill><a:blip r:link="rId77"/><a:stretch><a:fillRect/></a:stretch></a:blipFill><a:effectLst/></p:bgPr></p:bg>';
      const slide = text.replace(/<p:bg>.*?<\/p:bg>/s, '').replace(/<p:pic>.*?<\/p:pic>/s, '');
      return { name, data: Buffer.from(slide.replace(/<p:cSld[^>]*>/, (tag) => `${tag}${background}`)) };
    }
    if (name !== 'ppt/slides/_rels/slide1.xml.rels') return { name, data };
    const link = `<Relationship Id="rId77" Type="${IMAGE}" Target="${url}" TargetMode="External"/>`;
    return { name, data: Buffer.from(text.replace('</Relationships>', `${link}</Relationships>`)) };
  });
}

/** Its picture lives at `url` instead of in the file. */
export function deckWithLinkedPicture(url: string): Promise<Buffer> {
  return makeDeck(({ name, data }) => {
    const text = data.toString();
    if (name === 'ppt/slides/slide1.xml') return { name, data: Buffer.from(text.replaceAll('r:embed=', 'r:link=')) };
    if (name !== 'ppt/slides/_rels/slide1.xml.rels') return { name, data };
    return { name, data: Buffer.from(text.replace(/Target="[^"]*\.png"/, `Target="${url}" TargetMode="External"`)) };
  });
}

/** Its picture is an SVG that shows the picture at `url`; no relationship says so. */
export function deckWithAskingSvg(url: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="800" height="450"><image xlink:href="${url}" width="800" height="450" preserveAspectRatio="none"/></svg>`;
  return makeDeck(({ name, data }) => (/^ppt\/media\/.*\.png$/.test(name) ? { name, data: Buffer.from(svg) } : { name, data }));
}

/** Groups in groups: LibreOffice takes gigabytes for 65 KB. */
export function deckOfNestedGroups(depth = 100_000): Promise<Buffer> {
  const nested = `${'<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>'.repeat(depth)}${'</p:grpSp>'.repeat(depth)}`;
  return makeDeck(({ name, data }) =>
    name === 'ppt/slides/slide1.xml'
      ? { name, data: Buffer.from(data.toString().replace('</p:spTree>', `${nested}</p:spTree>`)) }
      : { name, data },
  );
}

/** An ODF presentation in the clothes of a PPTX: LibreOffice would open it as what its `mimetype` says. */
export function disguisedOdp(url: string): Buffer {
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"><office:body><office:presentation><draw:page><draw:frame svg:width="20cm" svg:height="10cm"><draw:image xlink:href="${url}"/></draw:frame></draw:page></office:presentation></office:body></office:document-content>`;
  return makeZip(
    Object.entries({
      mimetype: 'application/vnd.oasis.opendocument.presentation',
      'content.xml': content,
      'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
      '[Content_Types].xml': '<Types/>',
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/slides/slide1.xml': '<p:sld/>',
    }).map(([name, text]) => ({ name, data: Buffer.from(text) })),
  );
}

/** A form that draws itself twice: 600 bytes that take all memory. */
export function makeSwellingPdf(): Buffer {
  const twice = '/X Do /X Do';
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R >>',
    '<< /Length 5 >>\nstream\n/X Do\nendstream',
    `<< /Type /XObject /Subtype /Form /BBox [0 0 960 540] /Resources << /XObject << /X 5 0 R >> >> /Length ${twice.length} >>\nstream\n${twice}\nendstream`,
  ]);
}

/** As zlib packs `times` copies of `text`: packing one of them costs a thousandth of packing all. */
function packedOften(text: Buffer, times: number): Buffer {
  const copy = deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.alloc(4);
  // Adler-32, in which each byte counts as often as bytes follow it
  let [sum, weighted] = [1n, BigInt(text.length * times)];
  const all = weighted;
  for (const [at, byte] of text.entries()) {
    sum += BigInt(byte * times);
    weighted += BigInt(byte) * ((all - BigInt(at)) * BigInt(times) - BigInt(text.length) * BigInt((times * (times - 1)) / 2));
  }
  end.writeUInt32BE(Number(((weighted % 65_521n) << 16n) | (sum % 65_521n)));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(times).fill(copy), Buffer.from([3, 0]), end]);
}

/** A page whose program unpacks from one megabyte to a gigabyte. */
export function makeInflatingPdf(): Buffer {
  const packed = packedOften(Buffer.alloc(14 * 75_000, '0 0 m 1 1 l S\n'), 1_024);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents 4 0 R >>',
    `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ]);
}
