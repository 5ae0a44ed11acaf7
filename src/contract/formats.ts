/** Formats of files, once: everything that detects, stores, filters, names or serves them is made of this table. */
interface FormatFacts {
  /** For people. */
  name: string;
  /** The media type that downloads state. */
  mime?: string;
  /** Its code in `items.facets`, from -11 down; stored, so a new one takes the next number. */
  code?: number;
  /** Words of searches that mean it. */
  called?: readonly string[];
  /** Its first bytes by their place, as latin1. `named`: others begin alike and the ending decides; `but`: what stands there in others. */
  signs?: ReadonlyArray<{ at: Readonly<Record<number, string>>; named?: true; but?: Readonly<Record<number, readonly string[]>> }>;
  /** Its pages are drawn (providers/document); any other is sold beside pictures, by kinds with `media`. */
  paged?: true;
  /** Lists of designs filter by it. */
  inside?: true;
  /** What opens the sources of designers. */
  software?: string;
}

/** Left to the browser as bytes. */
const BYTES = 'application/octet-stream';
const OLE = '\xd0\xcf\x11\xe0';
const ZIP = 'PK\x03\x04';
const EPS = '\xc5\xd0\xd3\xc6';
const office = (part: string) => `application/vnd.openxmlformats-officedocument.${part}`;

export const FORMATS = {
  psd: {
    ...{ name: 'PSD', mime: BYTES, code: -13, called: ['psd'], inside: true, software: 'Photoshop' },
    signs: [{ at: { 0: '8BPS' } }],
  },
  psb: { name: 'PSD', inside: true, software: 'Photoshop' },
  ai: {
    ...{ name: 'AI', mime: BYTES, code: -14, inside: true, software: 'Illustrator' },
    signs: ['%PDF-', '%!PS', EPS].map((text) => ({ at: { 0: text }, named: true })),
  },
  eps: {
    ...{ name: 'EPS', mime: BYTES, code: -16, called: ['eps'], inside: true, software: 'Illustrator' },
    signs: ['%!PS', EPS].map((text) => ({ at: { 0: text } })),
  },
  svg: { name: 'SVG', inside: true },
  cdr: {
    ...{ name: 'CDR', mime: BYTES, code: -15, called: ['cdr'], inside: true, software: 'CorelDRAW' },
    signs: [{ at: { 0: 'RIFF', 8: 'CDR' } }, { at: { 0: 'RIFF', 8: 'cdr' } }, { at: { 0: ZIP }, named: true }],
  },
  indd: { name: 'INDD', inside: true, software: 'InDesign' },
  pdf: {
    ...{ name: 'PDF', mime: 'application/pdf', code: -11, called: ['pdf'], paged: true, inside: true },
    signs: [{ at: { 0: '%PDF-' } }],
  },
  png: { name: 'PNG', mime: BYTES, code: -21, inside: true, signs: [{ at: { 0: '\x89PNG' } }] },
  jpg: { name: 'JPG', mime: BYTES, code: -23, inside: true, signs: [{ at: { 0: '\xff\xd8\xff' } }] },
  jpeg: { name: 'JPG', code: -20, inside: true },
  tif: { name: 'TIF', inside: true },
  tiff: { name: 'TIF', inside: true },
  max: {
    ...{ name: 'MAX', mime: BYTES, code: -19, called: ['max'], inside: true, software: '3ds Max' },
    signs: [{ at: { 0: OLE }, named: true }],
  },
  '3ds': {
    ...{ name: '3DS', mime: BYTES, code: -17, inside: true, software: '3ds Max' },
    signs: [{ at: { 0: 'MM' }, named: true }],
  },
  skp: {
    ...{ name: 'SKP', mime: BYTES, code: -18, called: ['skp'], inside: true, software: 'SketchUp' },
    signs: [{ at: { 0: ZIP }, named: true }, { at: { 0: '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0' } }],
  },
  c4d: { name: 'C4D', inside: true, software: 'Cinema 4D' },
  blend: { name: 'BLEND', inside: true, software: 'Blender' },
  obj: { name: 'OBJ', inside: true },
  fbx: { name: 'FBX', inside: true },
  zip: { name: 'ZIP', mime: 'application/zip', code: -22, signs: [{ at: { 0: ZIP } }] },
  pptx: {
    ...{ name: 'PPTX', mime: office('presentationml.presentation'), code: -12, paged: true },
    called: ['ppt', 'pptx', '幻灯片', '演示文稿', '演示稿'],
    signs: [{ at: { 0: ZIP }, named: true }],
  },
  docx: { name: 'DOCX', signs: [{ at: { 0: ZIP }, named: true }] },
  xlsx: { name: 'XLSX', signs: [{ at: { 0: ZIP }, named: true }] },
  doc: { name: 'DOC', signs: [{ at: { 0: OLE }, named: true }] },
  xls: { name: 'XLS', signs: [{ at: { 0: OLE }, named: true }] },
  ppt: { name: 'PPT', signs: [{ at: { 0: OLE }, named: true }] },
  webp: { name: 'WEBP', signs: [{ at: { 0: 'RIFF', 8: 'WEBP' } }] },
  rar: { name: 'RAR', signs: [{ at: { 0: 'Rar!' } }] },
  '7z': { name: '7Z', signs: [{ at: { 0: '7z\xbc\xaf' } }] },
  mp4: { name: 'MP4', mime: 'video/mp4', signs: [{ at: { 4: 'ftyp' }, but: { 8: ['heic', 'avif'] } }] },
  webm: { name: 'WEBM', mime: 'video/webm', signs: [{ at: { 0: '\x1aE\xdf\xa3' } }] },
  vtt: { name: 'VTT', mime: 'text/vtt; charset=utf-8' },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type Format = keyof typeof FORMATS;
type Sold<F extends Format> = (typeof FORMATS)[F] extends { mime: string; code: number; signs: unknown } ? F : never;
/** What a kind may sell: it is recognised, served, and filtered by. */
export type SoldFormat = { [F in Format]: Sold<F> }[Format];
/** What a kind without `media` may sell: readers see its pages. */
export type PagedFormat = { [F in SoldFormat]: (typeof FORMATS)[F] extends { paged: true } ? F : never }[SoldFormat];

const TABLE: Readonly<Record<string, FormatFacts>> = FORMATS;
export const formatFacts = (format: string): FormatFacts | undefined => (Object.hasOwn(TABLE, format) ? TABLE[format] : undefined);
/** All of them, in their order. */
export const allFormats = (): Array<[format: string, facts: FormatFacts]> => Object.entries(TABLE);

/** The media type that we vouch for, never the uploader's word; anything else leaves as bytes. */
export const mediaType = (format: string): string => formatFacts(format)?.mime ?? BYTES;
