import { createHash } from 'node:crypto';
import { CHAT_CALLS, CHAT_PAGE, CHAT_REACTION_TEXTS, CHAT_TEXT_MAX, type ChatMessage, chatLine, chatPath } from '#contract/chat.ts';
import { actingAs, type Ctx, requireUser } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { hmacSha256, randomToken, sameText } from '../../kernel/ids.ts';
import { escapeHtml } from '../../kernel/plain-text.ts';
import { conversationOf, findInTalk, messagesAt, messagesBefore, readUpTo, sendMessage } from '../../modules/chat/index.ts';
import { loginOf, loginStands } from '../../modules/identity/index.ts';

/** A conversation as a page without scripts, behind an address that its reader asked for: good for a day and while their login is. */

const TTL_S = 86_400;

export interface PlainTicket {
  id: number;
  user_id: number;
  token_id: number;
  /** Unix seconds. */
  expires: number;
}

const signOf = (ctx: Ctx, { id, user_id, token_id, expires }: PlainTicket): string =>
  hmacSha256(ctx.app.config.secrets.link, `chat-plain:${id}:${user_id}:${token_id}:${expires}`);

const addressOf = (ctx: Ctx, ticket: PlainTicket, before = 0): string => {
  const query = { ...ticket, sign: signOf(ctx, ticket), ...(before > 0 ? { before } : {}) };
  return `/gateway${CHAT_CALLS.plain}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
};

/** The address of one of the reader's conversations. @throws AppError 404 for those of others */
export async function plainAddress(ctx: Ctx, id: number): Promise<{ url: string }> {
  const user_id = requireUser(ctx);
  await conversationOf(ctx, id);
  return { url: addressOf(ctx, { id, user_id, token_id: loginOf(ctx), expires: unixSeconds(ctx.app.clock.now()) + TTL_S }) };
}

/** Speaks as whom the address was made for. @throws AppError 404 for another address, and once it or the login is over */
async function readerOf(ctx: Ctx, { sign, ...ticket }: PlainTicket & { sign: string }): Promise<Ctx> {
  const over = () => notFound('链接无效或已过期，请登录后重新打开');
  if (!sameText(signOf(ctx, ticket), sign) || ticket.expires <= unixSeconds(ctx.app.clock.now())) throw over();
  const { user_id, token_id } = ticket;
  const address = ctx.actor.kind === 'visitor' || ctx.actor.kind === 'user' ? ctx.actor.address : '';
  const reader = actingAs(ctx, { kind: 'user', user_id, token_id, roles: [], address });
  if (!(await loginStands(ctx, ticket))) throw over();
  return reader;
}

/** The messages that hold the words, the page before a number, or the last; reading the last page is reading. @throws AppError 404 */
export async function plainPage(
  ctx: Ctx,
  { before, q, ...signed }: PlainTicket & { sign: string; before: number; q: string },
): Promise<Response> {
  const reader = await readerOf(ctx, signed);
  const { id } = signed;
  const form = { before, text: '', failure: '', asks: false };
  if (q !== '') {
    const { seqs, more } = await findInTalk(reader, { id, q });
    const shown = seqs.slice(0, CHAT_PAGE);
    return drawn(reader, signed, await messagesAt(reader, id, shown), { ...form, q, more: more || shown.length < seqs.length });
  }
  const page = await messagesBefore(reader, { id, before });
  if (before === 0) await readUpTo(reader, { id, seq: page.last_seq });
  return drawn(reader, signed, page.list, form);
}

/** Takes what the form says and leads back to the page; what is refused is shown with what was written. @throws AppError 404 */
export async function plainSend(
  ctx: Ctx,
  { text, client_id, confirmed, ...signed }: PlainTicket & { sign: string; text: string; client_id: string; confirmed: boolean },
): Promise<Response> {
  const reader = await readerOf(ctx, signed);
  const { sign: _, ...ticket } = signed;
  try {
    const message = { id: signed.id, client_id, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed } as const;
    await sendMessage(reader, message);
    return new Response(null, { status: 303, headers: { location: addressOf(ctx, ticket) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const asks = (error.data as { why?: string } | undefined)?.why === 'contact';
    const page = await messagesBefore(reader, { id: signed.id, before: 0 });
    return drawn(reader, signed, page.list, { before: 0, text, failure: error.message, asks });
  }
}

const STYLE = `:root{font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif;color:#1d2129;background:#f6f7f9}
body{margin:0 auto;max-width:720px;padding:16px}h1{font-size:20px;margin:0}a{color:#cf3812}ol{list-style:none;padding:0;display:grid;gap:8px}
li{background:#fff;border-radius:12px;padding:8px 12px;overflow-wrap:anywhere;white-space:pre-wrap}small{color:#626c7a;display:block}
textarea{width:100%;box-sizing:border-box;font:inherit;padding:8px}button{font:inherit;min-height:44px;padding:0 24px;border:0;border-radius:8px;background:#cf3812;color:#fff}
.wrong{color:#c62828}`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

async function drawn(
  reader: Ctx,
  signed: PlainTicket & { sign: string },
  rows: readonly ChatMessage[],
  form: { before: number; text: string; failure: string; asks: boolean; q?: string; more?: boolean },
): Promise<Response> {
  const { sign: _, ...ticket } = signed;
  const one = await conversationOf(reader, signed.id);
  const name = escapeHtml(one.other.nickname);
  const first = rows[0]?.seq ?? 1;
  const action = escapeHtml(addressOf(reader, ticket));
  const { q = '', more = false } = form;
  const found = q === '' ? '' : rows.length === 0 ? '没有找到' : `找到 ${rows.length} 条${more ? '，更早处可能还有' : ''}`;
  const hidden = Object.entries(signed).map(([key, value]) => `<input type="hidden" name="${key}" value="${escapeHtml(String(value))}">`);
  // a number after the message shows it among those before it
  const lead = (seq: number) => (q === '' ? '' : ` <a href="${escapeHtml(addressOf(reader, ticket, seq + CHAT_PAGE / 2))}">看上下文</a>`);
  const older = first > 1 && q === '' ? `<p><a href="${escapeHtml(addressOf(reader, ticket, first))}">更早的消息</a></p>` : '';
  const newest = form.before > 0 || q !== '' ? `<p><a href="${action}">最新的消息</a></p>` : '';
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>与${name}的会话 - 策猫</title><style>${STYLE}</style></head><body>
<header><h1>与${name}的会话</h1><small>${escapeHtml(`${one.subject.noun}：${one.subject.title}`)}</small>
<p><a href="${chatPath(one.id)}">打开完整版</a>　<a href="${action}">刷新</a></p></header>
<form>${hidden.join('')}<label for="q">在会话里查找</label> <input id="q" name="q" type="search" maxlength="50" required value="${escapeHtml(q)}"> <button type="submit">查找</button></form>
<main>${found === '' ? '' : `<p role="status">${found}</p>`}${older}<ol>${rows.map((row) => lineOf(row, ticket.user_id, name, lead(row.seq))).join('')}</ol>${newest}
<form method="post" action="${action}"><input type="hidden" name="client_id" value="${randomToken(18)}">
<label for="text">回复</label><textarea id="text" name="text" rows="4" maxlength="${CHAT_TEXT_MAX}" required>${escapeHtml(form.text)}</textarea>
${form.failure === '' ? '' : `<p class="wrong" role="alert">${escapeHtml(form.failure)}</p>`}
${form.asks ? '<p><label><input type="checkbox" name="confirmed" value="1" required> 我知道风险，仍然发送</label></p>' : ''}
<p><button type="submit">发送</button></p></form></main></body></html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

function lineOf(row: ChatMessage, me: number, other: string, lead: string): string {
  const at = new Date((row.time + 8 * 3_600) * 1000).toISOString().slice(11, 16);
  const who = row.from === 0 || row.event ? '' : row.from === me ? '您' : other;
  const file = row.file ? `<a href="${escapeHtml(row.file.src)}">${escapeHtml(row.file.name)}</a>` : '';
  const price = row.price ? `\n${row.price.price} 元${row.price.note === '' ? '' : `\n${row.price.note}`}` : '';
  const text = row.text !== '' ? row.text : `${chatLine(row)}${price}`;
  const reaction = row.reaction === '' ? '' : `<small>${row.from === me ? other : '您'}：${CHAT_REACTION_TEXTS[row.reaction]}</small>`;
  const quote = row.quote ? `<small>引用：${escapeHtml(row.quote.text)}</small>` : '';
  return `<li><small>${who} ${shanghaiDay(new Date(row.time * 1000))} ${at}</small>${quote}${escapeHtml(text)}${file === '' ? '' : ` ${file}`}${lead}${reaction}</li>`;
}
