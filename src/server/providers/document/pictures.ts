import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { PICTURE_MAX_WIDTH, pictureWidths } from '#contract/picture.ts';
import type { Bitmap, OpenPdf } from './pdfium.ts';
import { lookOf, placeholderOf } from './picture-look.ts';
import { DocumentError, type EncodedPicture, type RenderedPage } from './port.ts';

const WEBP = { quality: 80, effort: 2, smartSubsample: true } as const;
/** The lowest effort takes less time than WebP and half its bytes (docs/decisions/0110-pictures-and-films.md). */
const AVIF = { quality: 50, effort: 0 } as const;
/**
 * Pixels of an uploaded image; a small file can claim to be a huge picture. JPEG and PNG are made smaller while they are read, so that the
 * 200 megapixels of a phone cost no memory; WebP is read whole.
 */
const PIXELS_MAX = { jpeg: 220_000_000, png: 220_000_000, webp: 60_000_000 } as const;
/** The shorter side of the original: what is drawn of a banner of 12,000 x 800 may be lower. */
const SIDE_MIN = 100;
/** Of what is drawn: a long picture keeps its width, which is what makes it readable, as far as encoders have the memory. */
const DRAWN = { width: PICTURE_MAX_WIDTH, height: 16_000, pixels: 10_000_000 } as const;
const SNIFF_BYTES = 256;
const HEIC_REFUSED = '暂不支持 HEIC 照片：请在 iPhone 的“设置－相机－格式”里选“兼容性最佳”，或把照片导出为 JPG 后上传';

// one process of many on this machine, which makes each picture once
sharp.concurrency(1);
sharp.cache(false);
// no reader but these three ever sees a stranger's bytes
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Draws a page in place of PDFium; null: it cannot. */
export type DrawOtherwise = (page_no: number, size: Size) => Promise<Bitmap | null>;

/** Draws a page and encodes its pictures, the widest first made once and the others from its pixels. */
export async function encodePage(page_no: number, pdf: OpenPdf, drawOtherwise?: DrawOtherwise): Promise<RenderedPage> {
  const otherwise = await drawOtherwise?.(page_no, pdf.size(page_no, PICTURE_MAX_WIDTH));
  const { pixels, ...raw } = otherwise ?? pdf.draw(page_no, PICTURE_MAX_WIDTH);
  const source = sharp(pixels, { raw }).removeAlpha();
  const pictures = await encodeWidths(source, raw.width);
  return { page_no, width: raw.width, height: raw.height, text: pdf.text(page_no), pictures };
}

/**
 * Pictures of an uploaded image, turned upright, without metadata.
 * @throws DocumentError when it is not a PNG, JPEG or WebP, too small or too large; the sentence names the limit and what the picture has
 */
export async function encodePicture(path: string): Promise<EncodedPicture> {
  await refuseForeign(path);
  // of the header alone: pixels are bounded below, where the sentence can say so
  const source = sharp(path, { limitInputPixels: false, failOn: 'error' });
  const facts = await source.metadata().catch((cause: unknown) => {
    throw new DocumentError('图片无法打开，请上传 JPG、PNG 或 WebP 图片', cause);
  });
  const { format, autoOrient: original } = facts;
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') throw new DocumentError('请上传 JPG、PNG 或 WebP 图片');
  refuseSizes(original, PIXELS_MAX[format]);
  try {
    const { data, info } = await source
      .rotate()
      .resize({ ...drawnBox(original), fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const [placeholder, look, pictures, avif] = [
      await placeholderOf(raw, info),
      await lookOf(raw),
      await encodeWidths(raw, info.width),
      await encodeWidths(raw, info.width, (one) => one.avif(AVIF)),
    ];
    return { width: info.width, height: info.height, type: format, pictures, avif, placeholder, look };
  } catch (cause) {
    throw cause instanceof DocumentError ? cause : new DocumentError('图片已损坏，请换一张图片', cause);
  }
}

interface Size {
  width: number;
  height: number;
}

/** @throws DocumentError for an original that is too small or too large */
function refuseSizes({ width, height }: Size, pixels_max: number): void {
  if (Math.min(width, height) < SIDE_MIN) throw new DocumentError(`图片太小：宽和高都至少 ${SIDE_MIN} 像素，这张是 ${width} × ${height}`);
  if (width * height > pixels_max)
    throw new DocumentError(`图片太大：这张有 ${inWan(width * height)}万像素，最多 ${inWan(pixels_max)}万，请缩小后上传`);
}

const inWan = (pixels: number) => `${Math.ceil(pixels / 10_000).toLocaleString('en')} `;

/** The box that an original is drawn into, whose shape it keeps. */
function drawnBox({ width, height }: Size): Size {
  const scale = Math.min(1, DRAWN.width / width, DRAWN.height / height, Math.sqrt(DRAWN.pixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function encodeWidths(source: Sharp, full: number, encode = (one: Sharp) => one.webp(WEBP)): Promise<RenderedPage['pictures']> {
  const pictures: RenderedPage['pictures'] = [];
  for (const width of pictureWidths(full)) {
    const sized = width === full ? source.clone() : source.clone().resize({ width, fastShrinkOnLoad: true });
    pictures.push({ width, data: await encode(sized).toBuffer() });
  }
  return pictures;
}

/** What phones and drawing programs make is named, so that its owner knows what to do. @throws DocumentError */
async function refuseForeign(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    if (/^....ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/s.test(head)) throw new DocumentError(HEIC_REFUSED);
    if (/^\s*(<\?xml|<!DOCTYPE svg|<svg)/i.test(head.replace(/^\xef\xbb\xbf/, '')))
      throw new DocumentError('不支持 SVG 图片，请导出为 JPG、PNG 或 WebP');
  } finally {
    await handle.close();
  }
}
