import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Entry, ZipFile } from 'yauzl';
import { findContactDetails } from '#contract/contact-details.ts';
import { type DeckFacts, sizeRatio } from '#contract/design-contents.ts';
import { openArchive } from './archive.ts';
import { DocumentError } from './port.ts';

/** Of one part and of all that are read, inflated. */
const PART_MAX_BYTES = 32 * 1024 ** 2;
const READ_MAX_BYTES = 128 * 1024 ** 2;
const FONTS_MAX = 20;
const FONT_NAME_MAX = 40;
/** What makes presentations, by how it names itself in app.xml; another name is not shown, it could say anything. */
const PROGRAMS: ReadonlyArray<[sign: RegExp, name: string]> = [
  [/powerpoint/i, 'PowerPoint'],
  [/wps/i, 'WPS 演示'],
  [/keynote/i, 'Keynote'],
  [/libreoffice|impress/i, 'LibreOffice Impress'],
];

type Part = 'slide' | 'theme' | 'presentation' | 'app';
const PARTS: ReadonlyArray<[Part, RegExp]> = [
  ['slide', /^ppt\/slides\/slide\d+\.xml$/],
  ['theme', /^ppt\/theme\/theme1\.xml$/],
  ['presentation', /^ppt\/presentation\.xml$/],
  ['app', /^docProps\/app\.xml$/],
];

/** What an editor finds in a PPTX that `inspectPptx` took: its slides, fonts, and parts that can be changed. @throws Error when it is broken */
export async function readDeck(path: string): Promise<DeckFacts> {
  const zip = await openArchive(path);
  const used = new Map<string, number>();
  const embedded = new Set<string>();
  const deck: DeckFacts = { slides: 0, ratio: '', fonts: [], parts: { text: 0, chart: 0, table: 0, picture: 0, video: 0 }, software: '' };
  try {
    let left = READ_MAX_BYTES;
    for await (const entry of zip.eachEntry()) {
      const part = PARTS.find(([, name]) => name.test(entry.fileName))?.[0];
      if (!part) continue;
      if (part === 'slide') deck.slides++;
      left -= await parse(zip, entry, Math.min(left, PART_MAX_BYTES), readerOf(part, deck, { used, embedded }));
    }
  } finally {
    zip.close();
  }
  const shown = (name: string) => name.length <= FONT_NAME_MAX && findContactDetails(name).length === 0;
  deck.fonts = [...used]
    .filter(([name]) => shown(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, FONTS_MAX)
    .map(([name]) => ({ name, embedded: embedded.has(name) }));
  return deck;
}

interface Reader {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** What is taken of a part into `deck`; names come without the prefix of their space. */
function readerOf(part: Part, deck: DeckFacts, fonts: { used: Map<string, number>; embedded: Set<string> }): Reader {
  const use = (name = '') => {
    // of the theme by its place: the theme itself names it
    if (name !== '' && !name.startsWith('+')) fonts.used.set(name, (fonts.used.get(name) ?? 0) + 1);
  };
  const within: string[] = [];
  let written = false;
  let is_video = false;
  return {
    open(name, of) {
      within.push(name);
      if (name === 'latin' || name === 'ea') use(of['typeface']);
      if (part === 'presentation') {
        if (name === 'sldSz') deck.ratio = sizeRatio({ width: Number(of['cx']), height: Number(of['cy']) });
        if (name === 'font' && within.at(-2) === 'embeddedFont' && of['typeface']) fonts.embedded.add(of['typeface']);
      }
      if (part !== 'slide') return;
      if (name === 'sp') written = false;
      if (name === 'pic') is_video = false;
      if (name === 'videoFile') is_video = true;
      if (name === 'tbl') deck.parts.table++;
      if (name === 'graphicData' && /\/chart(ex)?$/.test(of['uri'] ?? '')) deck.parts.chart++;
    },
    close(name) {
      within.pop();
      if (part !== 'slide') return;
      if (name === 'sp' && written) deck.parts.text++;
      if (name === 'pic') deck.parts[is_video ? 'video' : 'picture']++;
    },
    text(text) {
      if (part === 'slide' && within.at(-1) === 't' && text.trim() !== '') written = true;
      if (part === 'app' && within.at(-1) === 'Application') deck.software = PROGRAMS.find(([sign]) => sign.test(text))?.[1] ?? '';
    },
  };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** @returns bytes read */
async function parse(zip: ZipFile, entry: Entry, max_bytes: number, reader: Reader): Promise<number> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => reader.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => reader.close(localName(name)));
  parser.on('text', (text) => reader.text(text));
  const decoder = new TextDecoder('utf-8');
  let read = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > max_bytes) throw new DocumentError('演示文稿的内容过多');
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.close();
  return read;
}
