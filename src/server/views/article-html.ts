import type { ArticleDoc, Block, ListLine, Run } from '#contract/article.ts';
import type { ItemCard, Picture } from '#contract/item.ts';
import { detailPath, KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import { escapeHtml } from '../kernel/plain-text.ts';

export interface DocParts {
  /** Addresses of the pictures, by stored file; a picture without one is left out. */
  pictures: ReadonlyMap<number, Picture>;
  /** Embedded works that everybody may see, by id; others leave a line that says so. */
  works: ReadonlyMap<number, ItemCard>;
  /** Put before addresses of this site: what leaves it (feeds) wants them whole. */
  origin?: string;
}

/** The column is 684 px wide at most, and as wide as the screen on phones. */
const SIZES = '(min-width: 768px) 684px, 100vw';

/**
 * A tree as HTML: for the page, its preview and feeds alike. Every text is escaped and every element is written here, so whatever the tree
 * holds, nothing of it can be markup. Headings carry the anchors of `docContents`.
 */
export function docHtml({ blocks }: ArticleDoc, parts: DocParts): string {
  let headings = 0;
  let pictures = 0;
  return blocks
    .map((block) => {
      if (block.type === 'heading') headings++;
      if (block.type === 'picture') pictures++;
      return blockHtml(block, parts, { anchor: `h-${headings}`, first_picture: pictures === 1 });
    })
    .join('');
}

interface Place {
  anchor: string;
  first_picture: boolean;
}

function blockHtml(block: Block, parts: DocParts, { anchor, first_picture }: Place): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${runsHtml(block.runs, parts)}</p>`;
    case 'heading':
      return `<h${block.level} id="${anchor}">${runsHtml(block.runs, parts)}</h${block.level}>`;
    case 'list':
      return listHtml(block.lines, parts);
    case 'quote':
      return `<blockquote>${block.paragraphs.map((runs) => `<p>${runsHtml(runs, parts)}</p>`).join('')}</blockquote>`;
    case 'picture':
      return pictureHtml(block, parts, first_picture);
    case 'table':
      return tableHtml(block, parts);
    case 'divider':
      return '<hr>';
    case 'work':
      return workHtml(parts.works.get(block.id), parts);
  }
}

function runsHtml(runs: readonly Run[], parts: DocParts): string {
  return runs
    .map((run) => {
      let html = escapeHtml(run.text).replaceAll('\n', '<br>');
      if (run.italic) html = `<em>${html}</em>`;
      if (run.bold) html = `<strong>${html}</strong>`;
      return run.href === undefined ? html : linkHtml(run.href, html, parts);
    })
    .join('');
}

function linkHtml(href: string, html: string, { origin = '' }: DocParts): string {
  if (href.startsWith('/')) return `<a href="${escapeHtml(origin + href)}">${html}</a>`;
  // what readers link to is not ours to recommend
  return `<a href="${escapeHtml(href)}" target="_blank" rel="nofollow ugc noopener">${html}</a>`;
}

/** Lines of one level after another; a deeper line opens a list inside the line before it. */
function listHtml(lines: readonly ListLine[], parts: DocParts): string {
  const open: Array<'ol' | 'ul'> = [];
  let html = '';
  for (const line of lines) {
    // a list begins outermost, and goes one level deeper at a time
    const level = Math.min(line.level, open.length);
    const tag = line.ordered ? 'ol' : 'ul';
    while (open.length > level + 1) html += `</li></${open.pop()}>`;
    if (open.length === level + 1) {
      html += '</li>';
      if (open[level] !== tag) {
        html += `</${open[level]}><${tag}>`;
        open[level] = tag;
      }
    } else {
      html += `<${tag}>`;
      open.push(tag);
    }
    html += `<li>${runsHtml(line.runs, parts)}`;
  }
  for (let tag = open.pop(); tag; tag = open.pop()) html += `</li></${tag}>`;
  return html;
}

function pictureHtml(
  { file_id, caption, alt }: Extract<Block, { type: 'picture' }>,
  { pictures, origin = '' }: DocParts,
  first: boolean,
): string {
  const picture = pictures.get(file_id);
  if (!picture) return '';
  const whole = (address: string) => escapeHtml(address.startsWith('/') ? origin + address : address);
  const srcset = picture.srcset
    .split(', ')
    .map((one) => whole(one))
    .join(', ');
  const loading = first ? 'fetchpriority="high"' : 'loading="lazy"';
  const image = `<img src="${whole(picture.src)}" srcset="${srcset}" sizes="${SIZES}" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(alt || caption)}" ${loading} decoding="async">`;
  return `<figure>${image}${caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`;
}

function tableHtml({ head, rows }: Extract<Block, { type: 'table' }>, parts: DocParts): string {
  const row = (cells: (typeof rows)[number], tag: 'th' | 'td') =>
    `<tr>${cells.map((runs) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${runsHtml(runs, parts)}</${tag}>`).join('')}</tr>`;
  const [first] = rows;
  const top = head && first ? `<thead>${row(first, 'th')}</thead>` : '';
  const rest = rows.slice(top === '' ? 0 : 1);
  const body = rest.length === 0 ? '' : `<tbody>${rest.map((cells) => row(cells, 'td')).join('')}</tbody>`;
  // wide ones are moved sideways, with the keys too
  return `<div class="doc-table" tabindex="0" role="region" aria-label="表格"><table>${top}${body}</table></div>`;
}

function workHtml(card: ItemCard | undefined, { origin = '' }: DocParts): string {
  if (!card) return '<p class="doc-gone">引用的作品已下架</p>';
  const kind: KindFacts = KINDS[card.kind as KindKey];
  const cover = card.cover
    ? `<img src="${escapeHtml(origin + card.cover.src)}" width="${card.cover.width}" height="${card.cover.height}" alt="" loading="lazy" decoding="async">`
    : '';
  const by = [kind.noun, card.user.nickname].filter((part) => part !== '').join(' · ');
  const text = `<span><strong>${escapeHtml(card.title)}</strong><span>${escapeHtml(by)}</span></span>`;
  return `<a class="doc-work" href="${escapeHtml(origin + detailPath(kind, card.id))}">${cover}${text}</a>`;
}
