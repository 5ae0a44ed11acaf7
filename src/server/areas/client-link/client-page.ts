import { createHash } from 'node:crypto';
import { AI_MARK, textBlocks } from '#contract/assistant-text.ts';
import { CLIENT_PASSWORD, CLIENT_VIEW_DAYS, type ClientLinkState, clientPath } from '#contract/client-link.ts';
import { pictureWidths } from '#contract/picture.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { escapeHtml } from '../../kernel/plain-text.ts';
import { sharedTalk } from '../../modules/assistant/index.ts';
import { looksOn, type Met, pagesToShow } from '../../modules/client-links/index.ts';
import type { ClientPaper } from '../../modules/papers/index.ts';
import { blockHtml, STYLE, talkHtml } from './client-html.ts';

/** The page that a client opens: no login, no script, and no cache stores it. */

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What is said in place of the pages. */
const CLOSED: Readonly<Record<Exclude<ClientLinkState, 'open'>, readonly [title: string, text: string]>> = {
  used: ['可以打开的次数已经用完', '需要再看，请联系发送人。'],
  ended: ['这个链接已到期', '需要再看，请联系发送人。'],
  revoked: ['发送人已撤回这个链接', '需要再看，请联系发送人。'],
  lost: ['这个链接已失效', ''],
  stopped: ['这个链接已被平台停用', '内容被举报或存在问题。'],
};

/** What keeps the page from caches, engines and the addresses that it leads to. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

function drawn(status: number, title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex,nofollow">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
  return new Response(html, { status, headers: HEADERS });
}

const FOOT =
  '<footer><p class="quiet"><a href="/" rel="noreferrer">策猫</a> · <a href="/about/helpCenter?id=23" rel="noreferrer">举报与侵权投诉</a></p></footer>';

function by({ link }: Met): string {
  const logo = link.logo === '' ? '' : `<img src="${escapeHtml(link.logo)}" alt="">`;
  return `<div class="by">${logo}<span>${escapeHtml(link.name)}</span></div>`;
}

/** What the holder of an address sees: the pages, the way to them, or why there is none. `wrong`: what was wrong with the password. */
export async function clientPage(ctx: Ctx, met: Met, { wrong = '', status = 200 } = {}): Promise<Response> {
  if (looksOn(met)) return met.link.conversation_id !== null ? talk(ctx, met) : met.paper ? document(met, met.paper) : pages(ctx, met);
  return met.state === 'open' ? cover(met, wrong, status) : closed(met, met.state);
}

/** The same for an address that never was and for one that is no more, and where somebody guesses. */
export function refusedPage(status: number, text: string): Response {
  return drawn(
    status,
    '无法打开',
    `<section class="card"><h1>${escapeHtml(text)}</h1><p class="quiet">请核对地址，或联系发给您链接的人。</p></section>${FOOT}`,
  );
}

function closed(met: Met, state: Exclude<ClientLinkState, 'open'>): Response {
  const [title, text] = CLOSED[state];
  const said = state === 'lost' ? `${met.why}，需要再看请联系发送人。` : text;
  return drawn(410, title, `<section class="card">${by(met)}<h1>${title}</h1><p class="quiet">${escapeHtml(said)}</p></section>${FOOT}`);
}

/** A press before the pages: programs that look at links never press, and who looks knows what the sender learns. */
function cover(met: Met, wrong: string, status: number): Response {
  const { link } = met;
  const is_talk = link.conversation_id !== null;
  const noun = is_talk ? '对话' : met.paper ? '文档' : '内容';
  const sends = is_talk ? '分享了一段与策猫助手的' : '发来一份';
  const asks = link.password_hash !== null;
  // what it is about is for those who know the password
  const heading = asks ? `${sends}${noun}，需要密码` : link.title;
  const field = asks
    ? `<label for="password">查看密码</label><input id="password" name="password" type="password" autocomplete="off" required maxlength="${CLIENT_PASSWORD.max}"${wrong === '' ? '' : ' aria-invalid="true" aria-describedby="wrong" autofocus'}>`
    : '';
  const said = wrong === '' ? '' : `<p class="wrong" id="wrong" role="alert">${escapeHtml(wrong)}</p>`;
  return drawn(
    status,
    `${link.name}${sends}${noun}`,
    `<section class="card">${by(met)}<h1>${escapeHtml(heading)}</h1><p>${is_talk && !asks ? `${sends}${noun}。` : ''}${untilText(met)}，不用登录。</p>
<form method="post" action="${clientPath(link.code)}">${field}${said}<button type="submit">打开查看</button></form>
<p class="quiet">打开后，发送人能看到打开的时间${met.item === null ? '和设备类型' : '、设备类型和翻过的页数'}；记录保留 ${CLIENT_VIEW_DAYS} 天。浏览器会保存一个 Cookie，记住您已打开。</p></section>${FOOT}`,
  );
}

const untilText = ({ link }: Met): string => (link.ends_at ? `可看至 ${shanghaiDay(link.ends_at)}` : '没有期限');

function head(met: Met, facts: string): string {
  const { link, view } = met;
  const note = link.note === '' ? '' : `<p class="note">${escapeHtml(link.note)}</p>`;
  const own = view?.own ? '<p class="note" role="note">这是您自己的预览，不计次数，也不出现在查看记录里。</p>' : '';
  return `<header>${by(met)}<h1>${escapeHtml(link.title)}</h1>
<p class="quiet">${facts}${untilText(met)}${link.conversation_id === null ? ' · 仅供您参阅，请勿转发' : ''}</p>${own}${note}</header>`;
}

function document(met: Met, { kind, text, by_ai, sources }: ClientPaper): Response {
  const named = sources
    .map(({ title, path }) => `<li><a href="${escapeHtml(path)}" rel="noreferrer">${escapeHtml(title)}</a></li>`)
    .join('');
  const doc = `${textBlocks(text)
    .map((block) => blockHtml(block))
    .join('')}${named === '' ? '' : `<h2>参考来源</h2><ul>${named}</ul>`}${by_ai ? `<p class="quiet">${AI_MARK}，请核实后使用</p>` : ''}`;
  return drawn(200, met.link.title, `${head(met, '')}<article class="doc ${kind}">${doc}</article>${FOOT}`);
}

/** As it stood when it was shared; who reads it may ask themselves. */
async function talk(ctx: Ctx, met: Met): Promise<Response> {
  const { turns, shared_at } = await sharedTalk(ctx, met.link.conversation_id as number);
  const facts = `与策猫助手的对话 · 分享于 ${shanghaiDay(new Date(shared_at * 1_000))} · `;
  return drawn(200, met.link.title, `${head(met, facts)}${talkHtml(turns)}${FOOT}`);
}

async function pages(ctx: Ctx, met: Met): Promise<Response> {
  const { link, item } = met;
  const list = item ? await pagesToShow(ctx, item) : [];
  const path = clientPath(link.code);
  const rows = list.map(({ page_no, width, height }, at) => {
    const set = pictureWidths(width)
      .filter((step, nth, all) => step >= 640 || nth === all.length - 1)
      .map((step) => `${path}/${page_no}?w=${step} ${step}w`)
      .join(', ');
    return `<li><img src="${path}/${page_no}" srcset="${set}" sizes="(min-width:1000px) 960px, 100vw" width="${width}" height="${height}" alt="第 ${page_no} 页"${at > 1 ? ' loading="lazy"' : ''}><span>${page_no} / ${list.length}</span></li>`;
  });
  return drawn(200, link.title, `${head(met, `共 ${list.length} 页 · `)}<ol class="pages">${rows.join('')}</ol>${FOOT}`);
}
