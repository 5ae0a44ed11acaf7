import type { Heading } from './outputs/article.ts';

/**
 * The text of an article: a flat list of blocks of known sorts. It holds no markup, so nothing that is pasted or sent by hand can become any:
 * what the tree cannot say is dropped. See docs/decisions/0159-articles.md.
 */
export type { DraftVersion, DraftVersionBody } from './outputs/article.ts';

/** A piece of text that looks the same throughout. '\n' is a line break. */
export interface Run {
  text: string;
  bold?: true | undefined;
  italic?: true | undefined;
  /** As `safeHref` returns it. */
  href?: string | undefined;
}

/** One line of a list; `level` 0 stands outermost. */
export interface ListLine {
  level: number;
  ordered: boolean;
  runs: readonly Run[];
}

export type Block =
  | { type: 'paragraph'; runs: readonly Run[] }
  | { type: 'heading'; level: 2 | 3; runs: readonly Run[] }
  | { type: 'list'; lines: readonly ListLine[] }
  | { type: 'quote'; paragraphs: ReadonlyArray<readonly Run[]> }
  /** A stored picture of the writer's own. */
  | { type: 'picture'; file_id: number; caption: string; alt: string }
  /** `head`: the first row names the columns. All rows are equally long. */
  | { type: 'table'; head: boolean; rows: ReadonlyArray<ReadonlyArray<readonly Run[]>> }
  | { type: 'divider' }
  /** One of our works. */
  | { type: 'work'; kind: string; id: number };

export interface ArticleDoc {
  blocks: readonly Block[];
}

export const EMPTY_DOC: ArticleDoc = { blocks: [] };

/** Bounds of the tree. */
export const DOC_LIMITS = {
  blocks: 1_000,
  /** Characters of all runs together. */
  text: 50_000,
  /** Runs of one paragraph. */
  runs: 400,
  lines: 300,
  levels: 3,
  rows: 60,
  columns: 12,
  pictures: 60,
  works: 20,
  caption: 120,
  href: 500,
} as const;

/** Characters that an article has at least when it is submitted. */
const ARTICLE_TEXT_MIN = 20;

/** Kinds whose works an article may embed. */
export const EMBED_KINDS = [
  'scheme',
  'ppt',
  'design',
  'sample',
  'resource',
  'resource_case',
  'supplier_case',
  'article',
  'course',
  'salon',
  'talk',
] as const;

export function isEmbedKind(kind: string): kind is (typeof EMBED_KINDS)[number] {
  return (EMBED_KINDS as readonly string[]).includes(kind);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The address as it is stored: http(s), or a path of this site; null for anything else. */
export function safeHref(given: string): string | null {
  const text = given.trim();
  // browsers skip these inside an address, and what they skip hides what it is
  if (text === '' || text.length > DOC_LIMITS.href || /[\s\\]/.test(text) || text.replace(UNSEEN, '') !== text) return null;
  if (text.startsWith('/')) return text.startsWith('//') ? null : text;
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.username === '' && url.password === '' && url.href.length <= DOC_LIMITS.href * 3 ? text : null;
  } catch {
    return null;
  }
}

/** Runs without unseen characters and empty pieces; neighbours that look the same are one. */
export function tidyRuns(runs: readonly Run[]): Run[] {
  const tidy: Run[] = [];
  for (const run of runs) {
    const text = run.text.replace(/\r\n?/g, '\n').replace(UNSEEN, '');
    if (text === '') continue;
    const before = tidy.at(-1);
    const href = run.href === undefined ? null : safeHref(run.href);
    if (before && before.bold === run.bold && before.italic === run.italic && (before.href ?? null) === href) before.text += text;
    else tidy.push({ text, ...(run.bold ? { bold: true } : {}), ...(run.italic ? { italic: true } : {}), ...(href ? { href } : {}) });
  }
  return tidy;
}

const isBlank = (runs: readonly Run[]): boolean => runs.every(({ text }) => text.trim() === '');

/** The tree as it is stored: texts tidy, empty paragraphs, lists and rows gone. What is too much stays, for `checkDoc` to say so. */
export function tidyDoc({ blocks }: ArticleDoc): ArticleDoc {
  return { blocks: blocks.flatMap((block) => tidyBlock(block) ?? []) };
}

function tidyBlock(block: Block): Block | null {
  switch (block.type) {
    case 'paragraph':
    case 'heading': {
      const runs = tidyRuns(block.runs);
      return isBlank(runs) ? null : { ...block, runs };
    }
    case 'list': {
      const lines = block.lines.map((line) => ({ ...line, runs: tidyRuns(line.runs) })).filter(({ runs }) => !isBlank(runs));
      return lines.length === 0 ? null : { type: 'list', lines };
    }
    case 'quote': {
      const paragraphs = block.paragraphs.map(tidyRuns).filter((runs) => !isBlank(runs));
      return paragraphs.length === 0 ? null : { type: 'quote', paragraphs };
    }
    case 'picture': {
      const plain = (text: string) => text.replaceAll('\n', ' ').replace(UNSEEN, '').trim();
      return { ...block, caption: plain(block.caption), alt: plain(block.alt) };
    }
    case 'table': {
      const columns = Math.max(0, ...block.rows.map((row) => row.length));
      const rows = block.rows
        .map((row) => Array.from({ length: columns }, (_, i) => tidyRuns(row[i] ?? [])))
        .filter((row) => row.some((cell) => !isBlank(cell)));
      return rows.length === 0 ? null : { type: 'table', head: block.head, rows };
    }
    case 'divider':
    case 'work':
      return block;
  }
}

const runsText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The words of a block, lines apart. */
function blockText(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return runsText(block.runs);
    case 'list':
      return block.lines.map(({ runs }) => runsText(runs)).join('\n');
    case 'quote':
      return block.paragraphs.map(runsText).join('\n');
    case 'picture':
      return block.caption;
    case 'table':
      return block.rows.map((row) => row.map(runsText).join(' ')).join('\n');
    case 'divider':
    case 'work':
      return '';
  }
}

/** All words of an article, a block a line: what search and summaries read. */
export function docText({ blocks }: ArticleDoc): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n');
}

/** What people call the number of words: each Chinese character and each foreign word or number is one. */
export function countWords(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const others = text.replace(/\p{Script=Han}/gu, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return han + others;
}

const WORDS_A_MINUTE = 400;
const PICTURE_SECONDS = 8;

/** Whole minutes that reading takes, at least one. */
export function readingMinutes(doc: ArticleDoc): number {
  const minutes = countWords(docText(doc)) / WORDS_A_MINUTE + (docPictures(doc).length * PICTURE_SECONDS) / 60;
  return Math.max(1, Math.round(minutes));
}

/** Stored files of the pictures, in order, each once. */
export function docPictures({ blocks }: ArticleDoc): number[] {
  return [...new Set(blocks.flatMap((block) => (block.type === 'picture' ? block.file_id : [])))];
}

/** Works that it embeds, each once. */
export function docWorks({ blocks }: ArticleDoc): Array<{ kind: string; id: number }> {
  const works = blocks.flatMap((block) => (block.type === 'work' ? [{ kind: block.kind, id: block.id }] : []));
  return works.filter((work, i) => works.findIndex(({ id }) => id === work.id) === i);
}

/** The headings, numbered in their order: the same tree gives the same anchors. */
export function docContents({ blocks }: ArticleDoc): Heading[] {
  return blocks
    .filter((block) => block.type === 'heading')
    .map(({ level, runs }, i) => ({ anchor: `h-${i + 1}`, level, text: runsText(runs).replaceAll('\n', ' ') }));
}

/** What must be right before it is submitted; null when all is well. */
export function checkDoc(doc: ArticleDoc): string | null {
  const text = docText(doc);
  if (doc.blocks.length === 0) return '请填写正文';
  if (countWords(text) < ARTICLE_TEXT_MIN) return `正文至少 ${ARTICLE_TEXT_MIN} 个字`;
  if ([...text].length > DOC_LIMITS.text) return `正文最多 ${DOC_LIMITS.text} 个字`;
  if (docPictures(doc).length > DOC_LIMITS.pictures) return `正文最多 ${DOC_LIMITS.pictures} 张图片`;
  if (docWorks(doc).length > DOC_LIMITS.works) return `正文最多引用 ${DOC_LIMITS.works} 个作品`;
  return null;
}

/** Plain text as paragraphs: of a list of works, of an old draft. */
export function docOfText(text: string): ArticleDoc {
  return tidyDoc({ blocks: text.split(/\n+/).map((line) => ({ type: 'paragraph', runs: [{ text: line }] })) });
}

/** Whether a value of a form is such a tree; only its outermost shape is asked, what comes from outside is checked by the call. */
export function isDoc(value: unknown): value is ArticleDoc {
  return typeof value === 'object' && value !== null && Array.isArray((value as { blocks?: unknown }).blocks);
}

/** GET: versions of an own draft, and one of them. */
export const VERSIONS_CALL = '/article/article/versions';
export const VERSION_CALL = '/article/article/version';

/** What a line of the list says of an article beside its card. */
export interface ArticleFace {
  summary: string;
  minutes: number;
  comments: number;
}
