import { allFormats, formatFacts } from './formats.ts';

/** What is in the file of a work, and what lists of designs filter by because of it. */

/** Of a presentation. */
export interface DeckFacts {
  slides: number;
  /** 16:9; of another shape its size. */
  ratio: string;
  /** What is written in, the most used first; `embedded`: it comes along. */
  fonts: Array<{ name: string; embedded: boolean }>;
  /** How many can be edited. */
  parts: Record<'text' | 'chart' | 'table' | 'picture' | 'video', number>;
  /** What made it; '': unknown. */
  software: string;
}

/** Found when the file arrived (providers/document/contents.ts): of an archive its list of names, nothing of it is unpacked. */
export interface FileContents {
  /** Files in it; of a file that is no archive: 1. */
  files: number;
  /** Unpacked, as the archive says. */
  bytes: number;
  /** Formats by name, with how many files have them; the commonest first. */
  formats: Record<string, number>;
  /** Names of fonts that come along. */
  fonts: string[];
  /** The first names, as they stand in the archive. */
  list: Array<{ name: string; size_bytes: number }>;
  /** Of a PSD or PNG, px. */
  pixels?: { width: number; height: number };
  /** Of a PSD. `layers`: with the marks of groups; 0: its header does not say. */
  psd?: { layers: number; color: string };
  deck?: DeckFacts;
}

export const CONTENTS_LISTED = 60;

const FONTS = new Set(['ttf', 'otf', 'ttc', 'woff', 'woff2']);
const COLORS = ['CMYK', 'RGB', '灰度'];
const RATIOS = ['横版', '竖版', '方形', '长图'];
const TYPES: Readonly<Record<string, string>> = { '1': '平面', '2': '3D' };

/** Formats that lists of designs filter by. */
const INSIDE = allFormats().flatMap(([, facts]) => (facts.inside ? [facts] : []));

const unique = (names: Iterable<string | undefined>) => [...new Set(names)].filter((name) => name !== undefined);

/** Terms of the facets that a design carries because of what it is, in their order. */
export const DESIGN_TERMS: Readonly<Record<'type' | 'inside' | 'software' | 'color' | 'ratio', string[]>> = {
  type: Object.values(TYPES),
  inside: unique(INSIDE.map(({ name }) => name)),
  software: unique(INSIDE.map(({ software }) => software)),
  color: COLORS,
  ratio: RATIOS,
};

const endOf = (name: string) => /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
export const formatName = (end: string): string | undefined => {
  const facts = formatFacts(end);
  return facts?.inside ? facts.name : undefined;
};
const softwareOf = (name: string) => INSIDE.find((one) => one.name === name && one.software)?.software;

/** Counts the names of an archive. */
export function contentsOf(entries: ReadonlyArray<{ name: string; size_bytes: number }>): FileContents {
  const counts = new Map<string, number>();
  for (const { name } of entries) {
    const format = formatName(endOf(name));
    if (format) counts.set(format, (counts.get(format) ?? 0) + 1);
  }
  return {
    files: entries.length,
    bytes: entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    formats: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)),
    fonts: unique(entries.flatMap(({ name }) => (FONTS.has(endOf(name)) ? [(name.split('/').at(-1) ?? '').slice(0, 60)] : []))).slice(
      0,
      20,
    ),
    list: entries.slice(0, CONTENTS_LISTED),
  };
}

/** Formats of a design's file: what was found in it, and what its publisher says of it. */
export function formatsOf(of: { type: string; contents: FileContents | null; said: string }): string[] {
  const found = of.contents ? Object.keys(of.contents.formats) : [];
  const own = formatName(of.type);
  // 3DS MAX is one program, and no two formats
  const said = of.said
    .toLowerCase()
    .replaceAll(/3ds\s*max/g, 'max')
    .split(/[^a-z0-9]+/);
  return unique([...(own ? [own] : []), ...found, ...said.map(formatName)]);
}

export const softwareFor = (formats: readonly string[]): string[] => unique(formats.map(softwareOf));

const SHAPES: ReadonlyArray<[name: string, ratio: number]> = [
  ['16:9', 16 / 9],
  ['4:3', 4 / 3],
  ['16:10', 16 / 10],
  ['21:9', 21 / 9],
  ['9:16', 9 / 16],
  ['3:4', 3 / 4],
  ['1:1', 1],
];
const EMU_A_CM = 360_000;

/** The shape of slides by their size in EMU; one without a name is said in centimetres. */
export function sizeRatio({ width, height }: { width: number; height: number }): string {
  if (!(width > 0 && height > 0)) return '';
  const near = SHAPES.find(([, ratio]) => Math.abs(width / height / ratio - 1) < 0.01);
  return near?.[0] ?? `${Math.round(width / EMU_A_CM)} × ${Math.round(height / EMU_A_CM)} 厘米`;
}

/** How a picture lies: wider, higher, square, or much higher than wide. */
export function ratioOf({ width, height }: { width: number; height: number }): string | undefined {
  if (width <= 0 || height <= 0) return undefined;
  const ratio = width / height;
  if (ratio <= 0.4) return '长图';
  return ratio < 0.87 ? '竖版' : ratio > 1.15 ? '横版' : '方形';
}

/** The terms that a design carries, as facet and name. */
export function designTerms(of: {
  type: string;
  color_mode: string;
  file_type: string;
  file_format: string;
  contents: FileContents | null;
  picture: { width: number; height: number } | null;
}): Array<[facet: string, name: string]> {
  const formats = formatsOf({ type: of.file_type, contents: of.contents, said: of.file_format });
  const kind = Object.hasOwn(TYPES, of.type) ? TYPES[of.type] : undefined;
  const ratio = of.picture ? ratioOf(of.picture) : undefined;
  const flat = of.type === '1' && COLORS.includes(of.color_mode);
  return [
    ...(kind ? [['type', kind] as [string, string]] : []),
    ...formats.map((name): [string, string] => ['inside', name]),
    ...softwareFor(formats).map((name): [string, string] => ['software', name]),
    ...(flat ? [['color', of.color_mode] as [string, string]] : []),
    ...(ratio ? [['ratio', ratio] as [string, string]] : []),
  ];
}
