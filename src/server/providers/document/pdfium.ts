import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { installFallbackFonts } from './pdfium-fonts.ts';
import { memoryOf } from './pdfium-memory.ts';
import { DocumentError, PAGE_TEXT_MAX } from './port.ts';

const RGBA = 4;
const WHITE = 0xffffffff;
/** Draw annotations; bytes in the order R, G, B, A. */
const RENDER_FLAGS = 0x01 | 0x10;
const ERROR_PASSWORD = 4;
/** A way of encryption that PDFium does not know: by a public key. */
const ERROR_SECURITY = 5;
/** Of annotations: its kind, and the flags hidden and no-view. */
const WIDGET = 20;
const HIDDEN = 0x02 | 0x20;
/** Combo box, list box, text field. */
const TEXT_FIELDS = new Set([4, 5, 6]);
const PASSWORD = 1 << 13;
const FIELDS_MAX = 2_000;
/** A side of a WebP. */
const SIDE_MAX = 16_383;
/** A page taller than this many pixels in all is drawn smaller. */
const PIXELS_MAX = 1440 * 6_000;

export interface Bitmap {
  width: number;
  height: number;
  /** RGB or RGBA. */
  channels: 3 | 4;
  /** A copy of its own. */
  pixels: Buffer;
}

export interface OpenPdf {
  page_count: number;
  /** `page_no` from 1; at most `width` px wide. */
  draw(page_no: number, width: number): Bitmap;
  /** What `draw` would draw it in. */
  size(page_no: number, width: number): { width: number; height: number };
  text(page_no: number): string;
  close(): void;
}

let library: Promise<WrappedPdfiumModule> | null = null;

/** What PDFium may take of a document; the largest of 1,400 real ones took 500 MB. */
const MEMORY_MAX_BYTES = 640 * 1024 ** 2;

/**
 * PDFium in a memory that ends at the bound: an allocation beyond it fails, and PDFium ends itself. Emscripten's own answer to a
 * wish for more memory is asked only below it.
 */
function withinMemory(wasm: Buffer): Parameters<typeof init>[0] {
  type Resize = (wanted: number) => boolean;
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) => {
    const env = imports['env'] as WebAssembly.ModuleImports;
    const grow = env['emscripten_resize_heap'] as Resize;
    const bounded: Resize = (wanted) => wanted >>> 0 <= MEMORY_MAX_BYTES && grow(wanted);
    const bytes = new Uint8Array(wasm) as Uint8Array<ArrayBuffer>;
    WebAssembly.instantiate(bytes, { ...imports, env: { ...env, emscripten_resize_heap: bounded } }).then(({ instance, module }) =>
      receive(instance, module),
    );
    return {};
  };
  return { instantiateWasm } as unknown as Parameters<typeof init>[0];
}

/** PDFium, once a process. Blocking and able to crash: use it in a child process only. */
export function loadPdfium(): Promise<WrappedPdfiumModule> {
  library ??= (async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
    const lib = await init(withinMemory(wasm));
    lib.PDFiumExt_Init();
    installFallbackFonts(lib);
    return lib;
  })();
  return library;
}

/**
 * Opens a PDF; blocks are read from the disk as PDFium asks for them, so memory does not grow with the file.
 * @throws DocumentError when it is encrypted (also with an empty password: stamping and readers would fail later) or broken
 */
export async function openPdf(path: string): Promise<OpenPdf> {
  const lib = await loadPdfium();
  const m = lib.pdfium;
  const fd = openSync(path, 'r');
  const size = fstatSync(fd).size;
  const getBlock = m.addFunction((_param: number, position: number, buffer: number, length: number) => {
    const target = memoryOf(lib).subarray(buffer, buffer + length);
    return readSync(fd, target, 0, length, position >>> 0) === length ? 1 : 0;
  }, 'iiiii');
  const access = m.wasmExports.malloc(12);
  m.setValue(access, size, 'i32');
  m.setValue(access + 4, getBlock, 'i32');
  m.setValue(access + 8, 0, 'i32');
  const release = () => {
    m.wasmExports.free(access);
    m.removeFunction(getBlock);
    closeSync(fd);
  };
  const doc = lib.FPDF_LoadCustomDocument(access, '');
  if (!doc) {
    const error = lib.FPDF_GetLastError();
    const locked = error === ERROR_PASSWORD || error === ERROR_SECURITY;
    release();
    throw new DocumentError(locked ? ENCRYPTED : BROKEN);
  }
  const form_info = lib.PDFiumExt_OpenFormFillInfo();
  const form = lib.PDFiumExt_InitFormFillEnvironment(doc, form_info);
  const close = () => {
    if (form) lib.PDFiumExt_ExitFormFillEnvironment(form);
    lib.PDFiumExt_CloseFormFillInfo(form_info);
    lib.FPDF_CloseDocument(doc);
    release();
  };
  if (lib.FPDF_GetSecurityHandlerRevision(doc) !== -1) {
    close();
    throw new DocumentError(ENCRYPTED);
  }
  const page_count = lib.FPDF_GetPageCount(doc);
  if (page_count < 1) {
    close();
    throw new DocumentError(BROKEN);
  }
  return {
    page_count,
    draw: (page_no, width) => withPage(lib, { doc, form }, page_no, (page) => drawPage(lib, form, page, width)),
    size: (page_no, width) => withPage(lib, { doc, form }, page_no, (page) => drawnSize(lib, page, width)),
    text: (page_no) =>
      withPage(lib, { doc, form }, page_no, (page) =>
        [pageText(lib, page), ...fieldTexts(lib, form, page)].filter(Boolean).join('\n').slice(0, PAGE_TEXT_MAX).toWellFormed(),
      ),
    close,
  };
}

const ENCRYPTED = '文件已加密或设有权限密码，请去除密码后再上传';
const BROKEN = '文件已损坏，无法打开，请重新导出后再上传';

interface Opened {
  doc: number;
  /** What draws form fields; 0 when there is none. */
  form: number;
}

function withPage<T>(lib: WrappedPdfiumModule, { doc, form }: Opened, page_no: number, work: (page: number) => T): T {
  const page = lib.FPDF_LoadPage(doc, page_no - 1);
  if (!page) throw new DocumentError(`第 ${page_no} 页已损坏，请重新导出后再上传`);
  if (form) lib.FORM_OnAfterLoadPage(page, form);
  try {
    return work(page);
  } finally {
    if (form) lib.FORM_OnBeforeClosePage(page, form);
    lib.FPDF_ClosePage(page);
  }
}

function drawnSize(lib: WrappedPdfiumModule, page: number, wanted: number): { width: number; height: number } {
  const box_width = Math.max(1, lib.FPDF_GetPageWidthF(page));
  const box_height = Math.max(1, lib.FPDF_GetPageHeightF(page));
  const ratio = box_height / box_width;
  const width = Math.max(16, Math.floor(Math.min(wanted, Math.sqrt(PIXELS_MAX / ratio))));
  const height = Math.max(16, Math.min(Math.round(width * ratio), Math.ceil(PIXELS_MAX / width), SIDE_MAX));
  return { width, height };
}

function drawPage(lib: WrappedPdfiumModule, form: number, page: number, wanted: number): Bitmap {
  const { width, height } = drawnSize(lib, page, wanted);
  const bitmap = lib.FPDFBitmap_CreateEx(width, height, RGBA, 0, width * 4);
  if (!bitmap) throw new DocumentError('页面尺寸过大，无法生成预览');
  try {
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    // filled fields, check boxes and buttons are no part of the page itself
    if (form) lib.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    const start = lib.FPDFBitmap_GetBuffer(bitmap);
    return { width, height, channels: 4, pixels: Buffer.from(memoryOf(lib).slice(start, start + width * height * 4).buffer) };
  } finally {
    lib.FPDFBitmap_Destroy(bitmap);
  }
}

function pageText(lib: WrappedPdfiumModule, page: number): string {
  const text_page = lib.FPDFText_LoadPage(page);
  if (!text_page) return '';
  try {
    const count = Math.min(lib.FPDFText_CountChars(text_page), PAGE_TEXT_MAX);
    if (count <= 0) return '';
    const buffer = lib.pdfium.wasmExports.malloc((count + 1) * 2);
    try {
      lib.FPDFText_GetText(text_page, 0, count, buffer);
      return tidy(lib.pdfium.UTF16ToString(buffer));
    } finally {
      lib.pdfium.wasmExports.free(buffer);
    }
  } finally {
    lib.FPDFText_ClosePage(text_page);
  }
}

/** What stands in the visible fields of a form. */
function fieldTexts(lib: WrappedPdfiumModule, form: number, page: number): string[] {
  const texts: string[] = [];
  if (!form) return texts;
  const count = Math.min(lib.FPDFPage_GetAnnotCount(page), FIELDS_MAX);
  for (let index = 0; index < count; index++) {
    const annot = lib.FPDFPage_GetAnnot(page, index);
    if (!annot) continue;
    const shown = lib.FPDFAnnot_GetSubtype(annot) === WIDGET && (lib.FPDFAnnot_GetFlags(annot) & HIDDEN) === 0;
    const readable = shown && TEXT_FIELDS.has(lib.FPDFAnnot_GetFormFieldType(form, annot));
    if (readable && (lib.FPDFAnnot_GetFormFieldFlags(form, annot) & PASSWORD) === 0) texts.push(fieldValue(lib, form, annot));
    lib.FPDFPage_CloseAnnot(annot);
  }
  return texts;
}

function fieldValue(lib: WrappedPdfiumModule, form: number, annot: number): string {
  const bytes = lib.FPDFAnnot_GetFormFieldValue(form, annot, 0, 0);
  if (bytes <= 2) return '';
  const buffer = lib.pdfium.wasmExports.malloc(bytes);
  try {
    lib.FPDFAnnot_GetFormFieldValue(form, annot, buffer, bytes);
    return tidy(lib.pdfium.UTF16ToString(buffer).slice(0, PAGE_TEXT_MAX));
  } finally {
    lib.pdfium.wasmExports.free(buffer);
  }
}

/** One space for runs of blanks, no control characters or lone surrogates (PostgreSQL refuses NUL). */
function tidy(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\ufffd\ufffe\uffff]/g, ' ')
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim()
  );
}
