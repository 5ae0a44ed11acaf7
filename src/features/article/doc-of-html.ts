import { type ArticleDoc, type Block, EMPTY_DOC, type ListLine, type Run, safeHref, tidyDoc } from '#contract/article.ts';

/** What pasting brings in. */
export interface Pasted {
  doc: ArticleDoc;
  /** Pictures that stand elsewhere and were left out: they have to be uploaded. */
  pictures_left: number;
}

/** What runs, draws or embeds: neither they nor their text are content. */
const DROPPED = new Set(
  `SCRIPT STYLE SVG MATH IFRAME FRAME OBJECT EMBED VIDEO AUDIO CANVAS FORM INPUT BUTTON TEXTAREA SELECT OPTION META LINK BASE TITLE HEAD
  NOSCRIPT TEMPLATE PORTAL MARQUEE O:P XML`.split(/\s+/),
);
const HEADINGS: Readonly<Record<string, 2 | 3>> = { H1: 2, H2: 2, H3: 3, H4: 3, H5: 3, H6: 3 };
const PARAGRAPHS = new Set(
  'P DIV SECTION ARTICLE HEADER FOOTER MAIN ASIDE ADDRESS FIGURE FIGCAPTION DL DT DD PRE CENTER DETAILS SUMMARY'.split(' '),
);

type Marks = Pick<Run, 'bold' | 'italic' | 'href'>;

/**
 * What was copied elsewhere (Word, 公众号, any page) as a tree of ours. The elements are only read: what the tree cannot say (scripts,
 * styles, frames, handlers, addresses that are no web address) is nowhere in it. `root`: of a document that runs nothing (DOMParser).
 */
export function docOfHtml(root: Element): Pasted {
  const reader = new Reader();
  reader.children(root, {});
  reader.endParagraph();
  return { doc: tidyDoc({ blocks: reader.blocks }), pictures_left: reader.pictures_left };
}

/** The same for the text of a clipboard; without a parser (not in a browser) nothing. */
export function docOfPasted(html: string): Pasted {
  if (typeof DOMParser === 'undefined') return { doc: EMPTY_DOC, pictures_left: 0 };
  return docOfHtml(new DOMParser().parseFromString(html, 'text/html').body);
}

class Reader {
  blocks: Block[] = [];
  pictures_left = 0;
  private runs: Run[] = [];
  private keeps_space = false;

  endParagraph(): void {
    this.push({ type: 'paragraph', runs: this.takeRuns() });
  }

  private push(block: Block): void {
    if ('runs' in block && block.runs.every(({ text }) => text.trim() === '')) return;
    this.blocks.push(block);
  }

  private takeRuns(): Run[] {
    const runs = this.runs;
    this.runs = [];
    return edged(runs);
  }

  children(element: Element, marks: Marks): void {
    for (const child of element.childNodes) {
      if (child.nodeType === 3) this.text(child.textContent ?? '', marks);
      // comments hold what Word says to itself
      else if (child.nodeType === 1) this.element(child as Element, marks);
    }
  }

  private text(text: string, marks: Marks): void {
    const plain = this.keeps_space ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    if (plain === ' ' && this.runs.length === 0) return;
    // spaces that no line may be broken at are how Word indents
    this.runs.push({ text: plain.replaceAll('\u00a0', ' '), ...marks });
  }

  private element(element: Element, outer: Marks): void {
    const tag = element.nodeName.toUpperCase();
    if (DROPPED.has(tag) || isHidden(element)) return;
    const marks = marksOf(element, tag, outer);
    const level = HEADINGS[tag];
    if (tag === 'BR') this.runs.push({ text: '\n', ...outer });
    else if (tag === 'IMG') this.pictures_left++;
    else if (tag === 'HR') {
      this.endParagraph();
      this.push({ type: 'divider' });
    } else if (level) {
      this.endParagraph();
      // what is large is bold already
      this.children(element, { ...(marks.href ? { href: marks.href } : {}) });
      this.push({ type: 'heading', level, runs: this.takeRuns() });
    } else if (tag === 'UL' || tag === 'OL') this.list(element);
    else if (tag === 'BLOCKQUOTE') this.quote(element, marks);
    else if (tag === 'TABLE') this.table(element);
    else if (PARAGRAPHS.has(tag)) this.paragraph(element, tag, marks);
    else this.children(element, marks);
  }

  private paragraph(element: Element, tag: string, marks: Marks): void {
    this.endParagraph();
    const line = wordLine(element);
    const space = this.keeps_space;
    this.keeps_space = space || tag === 'PRE';
    this.children(element, marks);
    this.keeps_space = space;
    if (line === null) {
      this.endParagraph();
      return;
    }
    const runs = withoutMarker(this.takeRuns());
    const before = this.blocks.at(-1);
    const one: ListLine = { level: line.level, ordered: line.ordered, runs };
    if (before?.type === 'list' && line.goes_on) this.blocks[this.blocks.length - 1] = { type: 'list', lines: [...before.lines, one] };
    else this.push({ type: 'list', lines: [one] });
  }

  private list(element: Element): void {
    this.endParagraph();
    const lines: ListLine[] = [];
    this.lines(element, 0, lines);
    if (lines.length > 0) this.push({ type: 'list', lines });
  }

  private lines(list: Element, level: number, into: ListLine[]): void {
    const ordered = list.nodeName.toUpperCase() === 'OL';
    for (const child of list.children) {
      const tag = child.nodeName.toUpperCase();
      // some write a deeper list beside its line
      if (tag === 'UL' || tag === 'OL') this.lines(child, Math.min(level + 1, 2), into);
      if (tag !== 'LI') continue;
      const inner = new Reader();
      const below: Element[] = [];
      for (const part of child.childNodes) {
        const name = part.nodeName.toUpperCase();
        if (name === 'UL' || name === 'OL') below.push(part as Element);
        else if (part.nodeType === 3) inner.text(part.textContent ?? '', {});
        else if (part.nodeType === 1) inner.element(part as Element, {});
      }
      into.push({ level, ordered, runs: inner.inline() });
      this.pictures_left += inner.pictures_left;
      for (const one of below) this.lines(one, Math.min(level + 1, 2), into);
    }
  }

  /** Everything read as one paragraph with its lines. */
  private inline(): Run[] {
    this.endParagraph();
    return this.blocks.flatMap((block, i) => [...(i > 0 ? [{ text: '\n' }] : []), ...runsOf(block)]);
  }

  private quote(element: Element, marks: Marks): void {
    this.endParagraph();
    const inner = new Reader();
    inner.children(element, marks);
    inner.endParagraph();
    this.pictures_left += inner.pictures_left;
    const paragraphs = inner.blocks.flatMap((block) => (runsOf(block).length > 0 ? [runsOf(block)] : []));
    if (paragraphs.length > 0) this.push({ type: 'quote', paragraphs });
  }

  private table(element: Element): void {
    this.endParagraph();
    const rows = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element);
    const cells = rows.map((row) => [...row.children].filter(({ nodeName }) => /^T[DH]$/i.test(nodeName)));
    const widest = Math.max(0, ...cells.map((row) => row.length));
    // one column is how newsletters lay out a page
    if (widest <= 1) {
      for (const cell of cells.flat()) {
        this.children(cell, {});
        this.endParagraph();
      }
      return;
    }
    const head = cells[0]?.every(({ nodeName }) => /^TH$/i.test(nodeName)) ?? false;
    const read = cells.map((row) =>
      row.map((cell) => {
        const inner = new Reader();
        inner.children(cell, {});
        const runs = inner.inline();
        this.pictures_left += inner.pictures_left;
        return runs;
      }),
    );
    this.push({ type: 'table', head, rows: read.map((row) => [...row, ...Array.from({ length: widest - row.length }, () => [])]) });
  }
}

/** The runs of a block that holds text, its lines one below the other. */
function runsOf(block: Block): readonly Run[] {
  if (block.type === 'paragraph' || block.type === 'heading') return block.runs;
  const parts =
    block.type === 'list'
      ? block.lines.map(({ runs }) => runs)
      : block.type === 'quote'
        ? block.paragraphs
        : block.type === 'table'
          ? block.rows.flat()
          : [];
  return parts.flatMap((runs, i) => [...(i > 0 ? [{ text: '\n' }] : []), ...runs]);
}

/** Without blanks and breaks at both ends. */
function edged(runs: readonly Run[]): Run[] {
  const list = runs.map((run) => ({ ...run }));
  while (list[0] && list[0].text.trim() === '') list.shift();
  while (list.at(-1)?.text.trim() === '') list.pop();
  const [first] = list;
  if (first) first.text = first.text.trimStart();
  const last = list.at(-1);
  if (last) last.text = last.text.trimEnd();
  return list;
}

const styleOf = (element: Element): string => element.getAttribute('style')?.toLowerCase() ?? '';
const isHidden = (element: Element): boolean => /display\s*:\s*none|mso-hide\s*:\s*all/.test(styleOf(element));

function marksOf(element: Element, tag: string, outer: Marks): Marks {
  const style = styleOf(element);
  const weight = /font-weight\s*:\s*(bold|bolder|normal|\d+)/.exec(style)?.[1];
  const is_bold = weight === undefined ? tag === 'B' || tag === 'STRONG' : /bold/.test(weight) || Number(weight) >= 600;
  const slope = /font-style\s*:\s*(italic|oblique|normal)/.exec(style)?.[1];
  const is_italic = slope === undefined ? tag === 'I' || tag === 'EM' || tag === 'CITE' : slope !== 'normal';
  const href = tag === 'A' ? safeHref(element.getAttribute('href') ?? '') : null;
  return {
    ...outer,
    ...(is_bold ? { bold: true as const } : weight === 'normal' || weight === '400' ? { bold: undefined } : {}),
    ...(is_italic ? { italic: true as const } : {}),
    ...(href ? { href } : {}),
  };
}

/** A paragraph that Word shows as a line of a list; null: it is none. */
function wordLine(element: Element): { level: number; ordered: boolean; goes_on: boolean } | null {
  const style = styleOf(element);
  const class_name = element.getAttribute('class') ?? '';
  if (!/mso-list\s*:\s*l\d/.test(style) && !/MsoListParagraph/.test(class_name)) return null;
  const level = Number(/mso-list\s*:[^;:]*level(\d)/.exec(style)?.[1] ?? 1) - 1;
  const marker = (element.textContent ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
  return { level: Math.max(0, Math.min(level, 2)), ordered: ORDERED.test(marker), goes_on: !/MsoListParagraphCxSpFirst/.test(class_name) };
}

const ORDERED = /^[（(]?(\d{1,3}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[.)）、．]/i;
const MARKER = /^\s*([·•●○■◆▪§Øüo\uf0b7\uf0a7\uf0d8\uf0fc-]|[（(]?(\d{1,3}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[.)）、．])\s+/i;

/** Word writes the number or dot of a line as text. */
function withoutMarker(runs: readonly Run[]): Run[] {
  const text = runs.map((run) => run.text).join('');
  let left = MARKER.exec(text)?.[0].length ?? 0;
  return edged(
    runs.map((run) => {
      const cut = Math.min(left, run.text.length);
      left -= cut;
      return { ...run, text: run.text.slice(cut) };
    }),
  );
}
