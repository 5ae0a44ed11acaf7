import { type ArticleDoc, type Block, isEmbedKind, type ListLine, type Run, tidyDoc } from '#contract/article.ts';

/** A node of the editor, as it writes itself to JSON. */
export interface EditorNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: Array<{ type: string; attrs?: Record<string, unknown> }>;
  content?: EditorNode[];
}

/** The tree as the editor's own; pictures and works are shown by their numbers. */
export function editorOfDoc({ blocks }: ArticleDoc): EditorNode {
  const content = blocks.map(nodeOf);
  // an editor without a line to write in is none
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

export function nodesOf(doc: ArticleDoc): EditorNode[] {
  return doc.blocks.map(nodeOf);
}

const withContent = (node: EditorNode, content: EditorNode[]): EditorNode => (content.length > 0 ? { ...node, content } : node);

function nodeOf(block: Block): EditorNode {
  switch (block.type) {
    case 'paragraph':
      return withContent({ type: 'paragraph' }, inlineOf(block.runs));
    case 'heading':
      return withContent({ type: 'heading', attrs: { level: block.level } }, inlineOf(block.runs));
    case 'list':
      return listNode(block.lines);
    case 'quote':
      return { type: 'blockquote', content: block.paragraphs.map((runs) => withContent({ type: 'paragraph' }, inlineOf(runs))) };
    case 'picture': {
      const { file_id, caption, alt } = block;
      return { type: 'picture', attrs: { file_id, caption, alt } };
    }
    case 'table':
      return {
        type: 'table',
        content: block.rows.map((row, i) => ({
          type: 'tableRow',
          content: row.map((runs) => ({
            type: block.head && i === 0 ? 'tableHeader' : 'tableCell',
            content: [withContent({ type: 'paragraph' }, inlineOf(runs))],
          })),
        })),
      };
    case 'divider':
      return { type: 'horizontalRule' };
    case 'work':
      return { type: 'work', attrs: { kind: block.kind, id: block.id } };
  }
}

/** Runs as text and line breaks with marks. */
export function inlineOf(runs: readonly Run[]): EditorNode[] {
  return runs.flatMap((run) => {
    const marks = [
      ...(run.href ? [{ type: 'link', attrs: { href: run.href } }] : []),
      ...(run.bold ? [{ type: 'bold' }] : []),
      ...(run.italic ? [{ type: 'italic' }] : []),
    ];
    const marked = marks.length > 0 ? { marks } : {};
    return run.text
      .split('\n')
      .flatMap((text, i): EditorNode[] => [
        ...(i > 0 ? [{ type: 'hardBreak', ...marked }] : []),
        ...(text === '' ? [] : [{ type: 'text', text, ...marked }]),
      ]);
  });
}

/** Lines with levels as lists inside lines. */
function listNode(lines: readonly ListLine[]): EditorNode {
  const first = lines[0]?.ordered ?? false;
  const root: EditorNode = { type: first ? 'orderedList' : 'bulletList', content: [] };
  const open: EditorNode[] = [root];
  for (const line of lines) {
    const level = Math.min(line.level, open.length);
    if (level === open.length) {
      const parent = open.at(-1)?.content?.at(-1);
      // a list cannot begin deeper than outermost
      if (parent) {
        const list: EditorNode = { type: line.ordered ? 'orderedList' : 'bulletList', content: [] };
        parent.content?.push(list);
        open.push(list);
      }
    } else open.length = level + 1;
    open.at(-1)?.content?.push({ type: 'listItem', content: [withContent({ type: 'paragraph' }, inlineOf(line.runs))] });
  }
  return root;
}

/** What the editor holds as the stored tree. Nodes and marks that the tree does not know are left out, as are pictures on their way. */
export function docOfEditor(node: EditorNode): ArticleDoc {
  return tidyDoc({ blocks: (node.content ?? []).flatMap(blockOf) });
}

const textAttr = (node: EditorNode, name: string): string => (typeof node.attrs?.[name] === 'string' ? (node.attrs[name] as string) : '');
const idAttr = (node: EditorNode, name: string): number | null => {
  const value = node.attrs?.[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
};

function blockOf(node: EditorNode): Block[] {
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'paragraph', runs: runsOf(node) }];
    case 'heading':
      return [{ type: 'heading', level: node.attrs?.['level'] === 3 ? 3 : 2, runs: runsOf(node) }];
    case 'bulletList':
    case 'orderedList':
      return [{ type: 'list', lines: linesOf(node, 0) }];
    case 'blockquote':
      return [{ type: 'quote', paragraphs: paragraphsOf(node) }];
    case 'picture': {
      const file_id = idAttr(node, 'file_id');
      return file_id === null ? [] : [{ type: 'picture', file_id, caption: textAttr(node, 'caption'), alt: textAttr(node, 'alt') }];
    }
    case 'table': {
      const rows = node.content ?? [];
      const head = rows[0]?.content?.every(({ type }) => type === 'tableHeader') ?? false;
      return [{ type: 'table', head, rows: rows.map((row) => (row.content ?? []).map((cell) => joined(paragraphsOf(cell)))) }];
    }
    case 'horizontalRule':
      return [{ type: 'divider' }];
    case 'work': {
      const id = idAttr(node, 'id');
      const kind = textAttr(node, 'kind');
      return id === null || !isEmbedKind(kind) ? [] : [{ type: 'work', kind, id }];
    }
    default:
      return [];
  }
}

const joined = (parts: ReadonlyArray<readonly Run[]>): Run[] => parts.flatMap((runs, i) => [...(i > 0 ? [{ text: '\n' }] : []), ...runs]);

/** The texts inside a node, a paragraph each. */
function paragraphsOf(node: EditorNode): Run[][] {
  return (node.content ?? []).flatMap((child) =>
    child.type === 'paragraph' || child.type === 'heading' ? [runsOf(child)] : child.content ? paragraphsOf(child) : [],
  );
}

function linesOf(list: EditorNode, level: number): ListLine[] {
  const ordered = list.type === 'orderedList';
  return (list.content ?? []).flatMap((item) => {
    const inner = item.content ?? [];
    const isList = ({ type }: EditorNode) => type === 'bulletList' || type === 'orderedList';
    const own = joined(paragraphsOf({ type: 'listItem', content: inner.filter((child) => !isList(child)) }));
    return [{ level, ordered, runs: own }, ...inner.filter(isList).flatMap((child) => linesOf(child, Math.min(level + 1, 2)))];
  });
}

function runsOf(node: EditorNode): Run[] {
  return (node.content ?? []).flatMap((child): Run[] => {
    const text = child.type === 'hardBreak' ? '\n' : child.type === 'text' ? child.text : '';
    if (!text) return [];
    const mark = (type: string) => child.marks?.find((one) => one.type === type);
    const href = mark('link')?.attrs?.['href'];
    return [
      {
        text,
        ...(mark('bold') ? { bold: true as const } : {}),
        ...(mark('italic') ? { italic: true as const } : {}),
        ...(typeof href === 'string' ? { href } : {}),
      },
    ];
  });
}
