import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Entry, ZipFile } from 'yauzl';
import { openArchive } from './archive.ts';
import { DocumentError, type DocumentText, type Passage, READ_TEXT_MAX } from './port.ts';

/** Of all parts that are read, inflated. */
const READ_MAX_BYTES = 64 * 1024 ** 2;
const ENTRIES_MAX = 5_000;
const STRINGS_MAX = 100_000;
const SHEETS_MAX = 30;
const ROWS_A_PASSAGE = 40;
const CELLS_MAX = 40;
const CELL_MAX = 300;
/** Of a document that says nothing of its pages. */
const PART_CHARS = 1_500;
const LONG_LINE = new RegExp(`.{1,${PART_CHARS}}`, 'gsu');

const TYPES = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
] as const;

interface Parts {
  names: readonly string[];
  /** Hands tags and words of a part over; a part that is not there has none. */
  each(name: string, on: Handler): Promise<void>;
}

interface Handler {
  open?(name: string, of: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Null: an archive of another kind. @throws DocumentError when it is broken or holds too much */
export async function readOffice(path: string): Promise<Pick<DocumentText, 'type' | 'passages'> | null> {
  const zip = await openArchive(path);
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('.xml') || entry.fileName.endsWith('.rels')) entries.set(entry.fileName, entry);
      if (entries.size > ENTRIES_MAX) throw new DocumentError('文件内容过多，请拆分后再上传');
    }
    const type = TYPES.find(([, part]) => entries.has(part))?.[0];
    if (!type) return null;
    const parts = partsOf(zip, entries);
    const read = { docx: wordPassages, xlsx: sheetPassages, pptx: slidePassages };
    return { type, passages: await read[type](parts) };
  } finally {
    zip.close();
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function partsOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Parts {
  let left = READ_MAX_BYTES;
  return {
    names: [...entries.keys()],
    async each(name, on) {
      const entry = entries.get(name);
      if (!entry) return;
      const parser = new SaxesParser();
      parser.on('error', (cause) => {
        throw new DocumentError('文件已损坏，无法打开，请重新导出后再上传', cause);
      });
      parser.on('opentag', ({ name: tag, attributes }: SaxesTagPlain) => on.open?.(localName(tag), attributes));
      parser.on('closetag', ({ name: tag }) => on.close?.(localName(tag)));
      parser.on('text', (text) => on.text?.(text));
      const decoder = new TextDecoder('utf-8');
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        left -= chunk.length;
        if (left < 0) throw new DocumentError('文件内容过多，请拆分后再上传');
        parser.write(decoder.decode(chunk, { stream: true }));
      }
      parser.close();
    },
  };
}

/** Pages where Word noted where they ended, else parts of a length. Rows of tables are lines. */
async function wordPassages(parts: Parts): Promise<Passage[]> {
  const pages: string[][] = [[]];
  let line = '';
  let in_text = false;
  let cells = 0;
  let chars = 0;
  const end = () => {
    if (line.trim() !== '') pages.at(-1)?.push(line.trim());
    line = '';
  };
  await parts.each('word/document.xml', {
    open(name, of) {
      in_text = name === 't';
      if (name === 'tc') cells++;
      if (name === 'tab') line += ' ';
      if (name === 'lastRenderedPageBreak' || (name === 'br' && of['w:type'] === 'page')) {
        end();
        if (pages.at(-1)?.length) pages.push([]);
      } else if (name === 'br') line += '\n';
    },
    close(name) {
      in_text = false;
      if (name === 'p') {
        if (cells === 0) end();
        else line += ' ';
      }
      if (name === 'tc') {
        cells--;
        line += '| ';
      }
      if (name === 'tr' && cells === 0) end();
    },
    text(text) {
      if (!in_text || chars > READ_TEXT_MAX) return;
      chars += text.length;
      line += text;
    },
  });
  end();
  if (pages.length > 1) return pages.map((lines, at) => ({ at: `第 ${at + 1} 页`, text: lines.join('\n') }));
  return partsOfLines(pages[0] ?? []);
}

/** Lines together in parts of a length; a longer one is several. */
export function partsOfLines(lines: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  for (const one of lines.flatMap((line) => line.match(LONG_LINE) ?? [])) {
    const last = passages.at(-1);
    if (last && last.text.length + one.length <= PART_CHARS) last.text += `\n${one}`;
    else passages.push({ at: `第 ${passages.length + 1} 部分`, text: one });
  }
  return passages;
}

/** Each slide's words, in the order of the file's numbers. */
async function slidePassages(parts: Parts): Promise<Passage[]> {
  const slides = parts.names
    .flatMap((name) => {
      const no = /^ppt\/slides\/slide(\d{1,4})\.xml$/.exec(name)?.[1];
      return no === undefined ? [] : [{ name, no: Number(no) }];
    })
    .toSorted((a, b) => a.no - b.no);
  const passages: Passage[] = [];
  for (const { name, no } of slides) {
    let text = '';
    let in_text = false;
    await parts.each(name, {
      open: (tag) => {
        in_text = tag === 't';
      },
      close(tag) {
        in_text = false;
        if (tag === 'p' || tag === 'br') text += '\n';
      },
      text: (words) => {
        if (in_text && text.length < READ_TEXT_MAX) text += words;
      },
    });
    passages.push({ at: `第 ${no} 页`, text: text.replace(/\n{2,}/g, '\n') });
  }
  return passages;
}

/** Rows of each sheet as lines, so many a passage. What a formula gave is read, never the formula. */
async function sheetPassages(parts: Parts): Promise<Passage[]> {
  const strings = await sharedStrings(parts);
  const dates = await dateStyles(parts);
  const files = new Map<string, string>();
  await parts.each('xl/_rels/workbook.xml.rels', {
    open: (name, of) => {
      if (name === 'Relationship') files.set(of['Id'] ?? '', `xl/${(of['Target'] ?? '').replace(/^\/?(xl\/)?/, '')}`);
    },
  });
  const sheets: Array<{ name: string; file: string }> = [];
  await parts.each('xl/workbook.xml', {
    open: (name, of) => {
      // what is hidden was not meant to be read
      if (name === 'sheet' && of['state'] === undefined && sheets.length < SHEETS_MAX)
        sheets.push({ name: (of['name'] ?? '').slice(0, 31), file: files.get(of['r:id'] ?? '') ?? '' });
    },
  });
  const passages: Passage[] = [];
  let chars = 0;
  for (const { name, file } of sheets) {
    let lines: string[] = [];
    let first = 0;
    let last = 0;
    const put = () => {
      if (lines.length > 0) passages.push({ at: `表“${name}”第 ${first}–${last} 行`, text: lines.join('\n') });
      lines = [];
    };
    let cells: string[] = [];
    let cell = { type: '', style: '', value: '' };
    let in_value = false;
    await parts.each(file, {
      open(tag, of) {
        if (tag === 'row') {
          cells = [];
          last = Number(of['r']) || last + 1;
        }
        if (tag === 'c') cell = { type: of['t'] ?? '', style: of['s'] ?? '', value: '' };
        in_value = tag === 'v' || tag === 't';
      },
      close(tag) {
        in_value = false;
        if (tag === 'c' && cells.length < CELLS_MAX) cells.push(cellText(cell, strings, dates));
        if (tag !== 'row' || chars > READ_TEXT_MAX || cells.every((one) => one === '')) return;
        if (lines.length === 0) first = last;
        const line = cells.join(' | ');
        chars += line.length;
        lines.push(line);
        if (lines.length === ROWS_A_PASSAGE) put();
      },
      text: (text) => {
        if (in_value && cell.value.length < CELL_MAX) cell.value += text;
      },
    });
    put();
  }
  return passages;
}

function cellText(
  { type, style, value }: { type: string; style: string; value: string },
  strings: readonly string[],
  dates: ReadonlySet<string>,
) {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'e') return '';
  const number = Number(value);
  if (type !== '' && type !== 'n') return value.replace(/\s+/g, ' ').trim();
  if (value === '' || !Number.isFinite(number)) return value;
  // days since 1899-12-30; a part of a day alone is a time
  if (dates.has(style) && number >= 0 && number < 100_000) {
    const [date, time = ''] = new Date(Math.round((number - 25_569) * 86_400) * 1_000).toISOString().split('T');
    return number < 1 ? time.slice(0, 5) : number % 1 === 0 ? `${date}` : `${date} ${time.slice(0, 5)}`;
  }
  return String(Number(number.toFixed(4)));
}

async function sharedStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = [];
  let in_text = false;
  let in_sound = false;
  let text = '';
  await parts.each('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') in_sound = true;
      in_text = name === 't' && !in_sound;
    },
    close(name) {
      in_text = false;
      if (name === 'rPh') in_sound = false;
      if (name === 'si' && strings.length < STRINGS_MAX) strings.push(text.replace(/\s+/g, ' ').trim());
    },
    text: (words) => {
      if (in_text && text.length < CELL_MAX) text += words;
    },
  });
  return strings;
}

/** Styles of cells that show a date or a time, by their number. */
async function dateStyles(parts: Parts): Promise<Set<string>> {
  const formats = new Set(['14', '15', '16', '17', '18', '19', '20', '21', '22', '45', '46', '47']);
  const dates = new Set<string>();
  let styles = -1;
  await parts.each('xl/styles.xml', {
    open(name, of) {
      if (name === 'numFmt' && /[ymdhs]/i.test((of['formatCode'] ?? '').replace(/"[^"]{0,50}"|\[[^\]]{0,20}\]/g, '')))
        formats.add(of['numFmtId'] ?? '');
      if (name === 'cellXfs') styles = 0;
      if (name === 'xf' && styles >= 0) {
        if (formats.has(of['numFmtId'] ?? '')) dates.add(String(styles));
        styles++;
      }
    },
    close: (name) => {
      if (name === 'cellXfs') styles = -1;
    },
  });
  return dates;
}
