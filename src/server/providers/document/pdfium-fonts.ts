import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { memoryOf } from './pdfium-memory.ts';

/** Charsets of fpdf_sysfontinfo.h whose text the built-in Latin fonts cannot show and ours can: East Asian, Greek, Cyrillic. */
const SHOWN_BY_OURS = new Set([128, 129, 134, 136, 161, 204]);

/** Names that Chinese office programs write for fonts they do not embed. */
const CHINESE_NAME =
  /sim(sun|hei|kai|fang|you|li)|nsimsun|song|heiti|hei\b|kaiti|kai\b|fang|yahei|dengxian|deng|pingfang|hiragino|mingliu|noto.{0,60}(cjk|hans|sc)|source.?han|wenquanyi|st(song|heiti|kaiti|fangsong|xihei|zhongsong|xinwei|hupo|caiyun)|[\u4e00-\u9fff]|[\x80-\xff]{2}/i;

const require = createRequire(import.meta.url);

const FONTS = [
  { handle: 1, name: 'Noto Sans Hans', file: 'NotoSansHans-Regular.otf' },
  { handle: 2, name: 'Noto Sans Hans Bold', file: 'NotoSansHans-Bold.otf' },
] as const;

/**
 * Provides PDFium with fonts that PDFs name without embedding: the WASM build has no system fonts, so Chinese text would be invisible. Implements
 * FPDF_SYSFONTINFO version 1; a font file is read at its first use.
 */
export function installFallbackFonts(lib: WrappedPdfiumModule): void {
  const m = lib.pdfium;
  const bytes = new Map<number, Buffer>();
  const fontBytes = (handle: number): Buffer | null => {
    const font = FONTS.find((candidate) => candidate.handle === handle);
    if (!font) return null;
    const known = bytes.get(handle) ?? readFileSync(fontPath(font.file));
    bytes.set(handle, known);
    return known;
  };
  const mapFont = (_self: number, weight: number, _italic: number, charset: number, _pitch: number, face: number, exact: number) => {
    const name = face === 0 ? '' : readName(face);
    if (!SHOWN_BY_OURS.has(charset) && !CHINESE_NAME.test(name)) return 0;
    if (exact !== 0) m.setValue(exact, 0, 'i32');
    return weight >= 600 || /bold|heavy|black|粗/i.test(name) ? 2 : 1;
  };
  const readName = (pointer: number) => {
    const memory = memoryOf(lib);
    let end = pointer;
    while (memory[end] !== 0 && end - pointer < 256) end++;
    return Buffer.from(memory.subarray(pointer, end)).toString('latin1');
  };
  const getFontData = (_self: number, handle: number, table: number, buffer: number, size: number) => {
    const font = fontBytes(handle);
    if (!font) return 0;
    const part = table === 0 ? font : tableOf(font, table >>> 0);
    if (!part) return 0;
    if (buffer !== 0 && size >= part.length) memoryOf(lib).set(part, buffer);
    return part.length;
  };
  const getFaceName = (_self: number, handle: number, buffer: number, size: number) => {
    const name = FONTS.find((candidate) => candidate.handle === handle)?.name ?? '';
    if (buffer !== 0 && size > name.length) m.stringToUTF8(name, buffer, size);
    return name.length + 1;
  };
  // one function object a slot: the module wraps an object once, with the first signature it sees
  const nothing = () => () => undefined;
  // version, Release, EnumFonts, MapFont, GetFont, GetFontData, GetFaceName, GetFontCharset, DeleteFont
  const info = m.wasmExports.malloc(36);
  const members = [
    1,
    m.addFunction(nothing(), 'vi'),
    m.addFunction(nothing(), 'vii'),
    m.addFunction(mapFont, 'iiiiiiii'),
    m.addFunction(() => 0, 'iii'),
    m.addFunction(getFontData, 'iiiiii'),
    m.addFunction(getFaceName, 'iiiii'),
    m.addFunction(() => 134, 'iii'),
    m.addFunction(nothing(), 'vii'),
  ];
  members.forEach((value, index) => {
    m.setValue(info + index * 4, value, 'i32');
  });
  lib.FPDF_SetSystemFontInfo(info);
}

/** The package exports its entry only; the fonts lie beside its `dist`. */
function fontPath(file: string): string {
  return join(dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts', file);
}

/** One table of an OpenType file by its tag, or null. */
function tableOf(font: Buffer, tag: number): Buffer | null {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const at = 12 + index * 16;
    if (font.readUInt32BE(at) === tag)
      return font.subarray(font.readUInt32BE(at + 8), font.readUInt32BE(at + 8) + font.readUInt32BE(at + 12));
  }
  return null;
}
