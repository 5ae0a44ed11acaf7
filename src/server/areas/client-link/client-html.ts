import { plainLine, quotedText, type TextBlock, textBlocks, textParts } from '#contract/assistant-text.ts';
import { escapeHtml } from '../../kernel/plain-text.ts';
import type { sharedTalk } from '../../modules/assistant/index.ts';

type SharedTurn = Awaited<ReturnType<typeof sharedTalk>>['turns'][number];

/** What the pages of client links consist of. */

export const STYLE = `:root{font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif;color:#1d2129;background:#f6f7f9;color-scheme:light}
body{margin:0}main{margin:0 auto;max-width:960px;padding:20px 0}
header,section,footer{padding:0 16px}footer{text-align:center}h1{font-size:22px;line-height:1.35;margin:12px 0 4px;overflow-wrap:anywhere}
.by{display:flex;align-items:center;gap:10px;font-weight:600;overflow-wrap:anywhere}.by img{width:auto;height:40px;max-width:140px;object-fit:contain;border-radius:6px}
.quiet{color:#5b6472;font-size:14px;margin:4px 0}.note{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border-radius:12px;padding:12px 16px;margin:12px 0}
.pages{list-style:none;margin:16px 0;padding:0;display:grid;gap:8px}
.pages li{position:relative;background:#e6e9ee}.pages img{display:block;width:100%;height:auto;-webkit-touch-callout:none;user-select:none}
.pages span{position:absolute;right:8px;bottom:8px;padding:0 8px;border-radius:10px;background:rgb(29 33 41/.66);color:#fff;font-size:12px}
.doc{background:#fff;padding:16px;margin:16px 0;overflow-wrap:anywhere}.doc h2{font-size:18px;margin:20px 0 8px}.doc p{white-space:pre-line}.doc li{margin:4px 0}
.doc div{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:520px;font-size:15px}th,td{border:1px solid #d5dae2;padding:6px 10px;text-align:left;vertical-align:top}th{background:#f6f7f9;white-space:nowrap}
.doc h2:first-child{margin-top:0}.budget :is(td,th):last-child{position:sticky;right:0;text-align:right}.budget td:last-child{background:#fff}
.card{background:#fff;border-radius:16px;margin:24px 16px;padding:28px 20px;max-width:420px}
main:has(.card){display:grid;align-content:center;min-height:90vh;box-sizing:border-box}.card .quiet{margin-top:16px}
label{display:block;font-weight:600;margin:16px 0 4px}
input{width:100%;box-sizing:border-box;font:inherit;min-height:48px;padding:0 12px;border:1px solid #8a93a1;border-radius:10px;background:#fff;color:inherit}
button{width:100%;font:inherit;font-weight:600;min-height:48px;margin-top:16px;border:0;border-radius:12px;background:#cf3812;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid #1d2129;outline-offset:2px}.wrong{color:#c62828;margin:8px 0 0}
a{color:inherit}@media(min-width:700px){.card{margin:16px auto;width:420px;padding:36px 32px}main{padding:28px 16px}header,footer,.talk{padding:0}.pages{gap:16px}.pages li{border-radius:8px;overflow:hidden}.doc{border-radius:12px;padding:20px 28px}}
h3{font-size:16px;margin:14px 0 6px}.ask{width:fit-content;max-width:85%;box-sizing:border-box;margin:24px 0 0 auto;padding:8px 14px;font-size:16px;font-weight:500;border-radius:12px;background:#fbe3db;white-space:pre-wrap;overflow-wrap:anywhere}
.files{text-align:right}.answer h2{font-size:17px}.cite{color:#b8320f;font-size:13px;text-decoration:none}.cards{list-style:none;margin:16px 0 0;padding:16px 0 0;border-top:1px solid #d5dae2;display:grid;gap:8px}
.cards li{margin:0}.cards :is(a,div){display:block;padding:10px 12px;border:1px solid #d5dae2;border-radius:10px;text-decoration:none}.cards a:hover{border-color:#cf3812}.cards small{color:#5b6472;font-size:13px}
.cards small.line{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}.mark{margin:0 0 8px;font-size:13px;color:#5b6472}
.go{display:block;margin:24px auto;max-width:320px;padding:12px;border-radius:12px;background:#cf3812;color:#fff;font-weight:600;text-align:center;text-decoration:none}
@media print{.pages{display:none}}`;

const plain = (text: string): string => escapeHtml(plainLine(text));

/** Texts are words: nothing in them is markup. `line`: how one is drawn. */
export function blockHtml(block: TextBlock, line: (text: string) => string = plain): string {
  if (block.is === 'heading') return `<h2>${line(block.text)}</h2>`;
  if (block.is === 'text') return `<p>${line(block.text)}</p>`;
  if (block.is === 'list') {
    const items = block.items.map((item) => `<li>${line(item)}</li>`).join('');
    return block.ordered ? `<ol>${items}</ol>` : `<ul>${items}</ul>`;
  }
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${line(cell)}</${tag.slice(0, 2)}>`).join('')}</tr>`;
  const body = block.rows.map((cells) => row(cells, 'td')).join('');
  return `<div tabindex="0" role="region" aria-label="表格"><table><thead>${row(block.head, 'th scope="col"')}</thead><tbody>${body}</tbody></table></div>`;
}

/** Bold words, and numbers that lead to their source. */
function citedLine(sources: SharedTurn['sources']): (text: string) => string {
  const drawn = (part: ReturnType<typeof textParts>[number]): string => {
    const source = part.source > 0 ? sources.find(({ n }) => n === part.source) : undefined;
    if (source && source.path !== '')
      return `<a class="cite" href="${escapeHtml(source.path)}" rel="noreferrer" title="${escapeHtml(source.title)}">[${source.n}]</a>`;
    return part.bold ? `<strong>${escapeHtml(part.text)}</strong>` : escapeHtml(part.text);
  };
  return (text) => textParts(text).map(drawn).join('');
}

function card({ n, kind, title, path, excerpt, price }: SharedTurn['sources'][number]): string {
  const line = excerpt === '' ? '' : `<small class="line">${escapeHtml(quotedText(excerpt))}</small>`;
  const words = `[${n}] <strong>${escapeHtml(title)}</strong> <small>${escapeHtml(price ? `${kind} · ${price}` : kind)}</small>${line}`;
  return `<li>${path === '' ? `<div>${words}</div>` : `<a href="${escapeHtml(path)}" rel="noreferrer">${words}</a>`}</li>`;
}

function turnHtml({ question, files, text, edited, mark, sources }: SharedTurn): string {
  const named = files.length === 0 ? '' : `<p class="quiet files">文件：${escapeHtml(files.join('、'))}</p>`;
  const line = citedLine(sources);
  const cards = sources.length === 0 ? '' : `<ol class="cards" aria-label="出处">${sources.map(card).join('')}</ol>`;
  return `<h2 class="ask">${escapeHtml(question)}</h2>${named}<article class="doc answer"><p class="mark">${escapeHtml(mark)}${edited ? ' · 已由提问者编辑' : ''}</p>${textBlocks(
    text,
  )
    .map((block) => blockHtml(block, line))
    .join('')}${cards}</article>`;
}

/** A conversation with the assistant, and the way to one's own. */
export const talkHtml = (turns: readonly SharedTurn[]): string =>
  `<section class="talk">${turns.map(turnHtml).join('')}<p class="quiet">回答由策猫助手根据站内公开作品${turns.some(({ files }) => files.length > 0) ? '和提问者的文件' : ''}给出，请核实后使用。</p><a class="go" href="/assistant" rel="noreferrer">我也来问</a></section>`;
