import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { CALL_TAGS, type CallTag } from '#contract/call-tags.ts';
import { STAFF_VERBS } from '#contract/staff.ts';
import { escapeHtml } from '../kernel/plain-text.ts';
import { inStrips } from '../kernel/strips.ts';
import { CALL_EXAMPLES, exampleCommand, exampleEnvelope } from './call-examples.ts';
import type { Endpoint } from './endpoint.ts';
import type { GatewayEnv } from './gateway.ts';
import { inputSchema, type JsonSchema, openApi, outputSchema } from './openapi.ts';
import { chooseEncoding, PageBodies } from './page-encoding.ts';

const CACHED = ['Cache-Control', 'public, max-age=300', 'Vary', 'Accept-Encoding'];
const POLICY = () => `default-src 'none'; style-src '${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** Adds `/docs` (for people) and `/docs/openapi.json` (for tools); both are made and encoded once, at the first request. */
export function addDocs(hono: Hono<GatewayEnv>, endpoints: readonly Endpoint[]): void {
  const json = madeOnce(async () => JSON.stringify(await openApi(endpoints)), ['Content-Type', 'application/json; charset=utf-8']);
  const html = madeOnce(() => docsPage(endpoints), ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', POLICY()]);
  hono.get('/docs/openapi.json', async (c) => sendDocument(c, await json()));
  hono.get('/docs', async (c) => sendDocument(c, await html()));
}

/** All who ask share what is under way; what failed is made again. */
function madeOnce(make: () => Promise<string>, headers: readonly string[]): () => Promise<PageBodies> {
  let made: Promise<PageBodies> | null = null;
  const encoded = async () => {
    const body = Buffer.from(await make());
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const bodies = new PageBodies(body, [...headers, ...CACHED], hash);
    // made once and read for as long as the process lives: worth a second of another thread
    await bodies.get('br');
    await bodies.encodeWell('br');
    return bodies;
  };
  return () => {
    made ??= encoded().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function sendDocument(c: Context<GatewayEnv>, document: PageBodies): Promise<Response> {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  const { headers, bytes } = await document.get(encoding);
  for (let i = 0; i < headers.length; i += 2) c.header(headers[i] as string, headers[i + 1]);
  if (!document.isHeld(encoding, c.req.header('if-none-match'))) return c.body(new Uint8Array(bytes));
  for (const name of ['content-type', 'content-length', 'content-encoding']) c.header(name, undefined);
  return c.body(null, 304);
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2129;--soft:#5b6472;--line:#e6e8ec;--main:#c93a1a;--ground:#f6f7f9;--panel:#fff;
--get:#b5330f;--get-on:#fff0ec;--post:#0e5aa7;--post-on:#e8f3ff;--put:#855a0a;--put-on:#fff6e0;--delete:#a61d2d;--delete-on:#fdebec}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--soft:#a3abb8;--line:#323844;--main:#ff8362;--ground:#14171c;--panel:#1d2129;
--get:#ffa48a;--get-on:#3d2119;--post:#8cc4ff;--post-on:#15304b;--put:#f0c768;--put-on:#3a2e12;--delete:#ff9ca6;--delete-on:#431d22}}
*{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:16px}
body{margin:0;font:14px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif;color:var(--ink);background:var(--ground)}
.frame{display:grid;grid-template-columns:248px minmax(0,1fr);max-width:1280px;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:32px 16px 32px 24px}
nav a{display:block;padding:4px 8px;border-radius:8px;color:var(--soft);text-decoration:none}
nav a:hover,nav a:focus-visible{background:var(--panel);color:var(--main)}
main{padding:32px 24px 96px;min-width:0}h1{font-size:28px;margin:0 0 8px}h2{font-size:20px;margin:48px 0 16px}
.lead{color:var(--soft);max-width:70ch;margin:0 0 8px}a{color:var(--main)}
article{background:var(--panel);border-radius:12px;padding:16px 20px;margin:0 0 12px;box-shadow:0 1px 2px rgb(29 33 41/.06)}
h3{font-size:14px;font-weight:600;margin:0;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
h3 code{font-size:14px;overflow-wrap:anywhere}.verb{font-size:12px;padding:1px 8px;border-radius:6px;background:var(--get-on);color:var(--get);font-weight:600}
.verb.POST{background:var(--post-on);color:var(--post)}.verb.PUT{background:var(--put-on);color:var(--put)}.verb.DELETE{background:var(--delete-on);color:var(--delete)}
.who{margin-left:auto;font-size:13px;font-weight:400;color:var(--soft)}article p{margin:4px 0 0;color:var(--soft)}
table{border-collapse:collapse;width:100%;margin:12px 0 0;font-size:13px}th,td{text-align:left;padding:6px 12px 6px 0;border-top:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:400}code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:12px 0 0;padding:12px;border-radius:8px;background:var(--ground);overflow:auto;font-size:13px}
@media(max-width:800px){.frame{display:block}nav{position:static;max-height:none;padding:16px 16px 0}nav a{display:inline-block}main{padding:16px}.who{margin-left:0}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

async function docsPage(endpoints: readonly Endpoint[]): Promise<string> {
  const calls = new Map<CallTag, string[]>();
  for await (const definition of inStrips(endpoints)) calls.set(definition.tag, [...(calls.get(definition.tag) ?? []), call(definition)]);
  const tags = [...calls.keys()];
  const name = (tag: CallTag) => escapeHtml(CALL_TAGS[tag]);
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>接口说明 - 策猫</title><style>${STYLE}</style></head><body><div class="frame">
<nav aria-label="分组"><a href="/">策猫首页</a><a href="#examples">示例：从登录到下载</a>${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${name(tag)}</a>`).join('')}<a href="/gateway/docs/openapi.json">OpenAPI 3.1</a></nav>
<main><h1>接口说明</h1>
<p class="lead">所有接口都在 <code>/gateway</code> 之下，回答总是 <code>{code, msg, data}</code>。登录后把令牌放在请求头 <code>token</code> 里，并带上 <code>platform: 4</code>；参数 <code>_</code> 会被忽略。</p>
<table><thead><tr><th scope="col">code</th><th scope="col">含义</th><th scope="col">HTTP</th></tr></thead><tbody>
<tr><td>0</td><td>成功，内容在 data</td><td>200</td></tr><tr><td>1</td><td>有错误，msg 可直接显示；fields 逐项说明</td><td>400、403、404、405、409、413、429、5xx</td></tr>
<tr><td>2</td><td>需要登录，或登录已失效</td><td>401</td></tr><tr><td>3</td><td>当日次数已用完</td><td>200</td></tr><tr><td>4</td><td>需要验证码</td><td>200</td></tr><tr><td>5 至 8</td><td>由调用方按接口处理</td><td>200</td></tr>
</tbody></table>
${examples()}
${tags.map((tag) => `<section><h2 id="${escapeHtml(tag)}">${name(tag)}</h2>${calls.get(tag)?.join('')}</section>`).join('')}
</main></div></body></html>`;
}

/** From the login to the file, as one types it; a test makes these calls. */
function examples(): string {
  const steps = CALL_EXAMPLES.map(
    (one, at) =>
      `<article><h3>${at + 1}. ${escapeHtml(one.title)}</h3><pre><code>${escapeHtml(exampleCommand(one))}</code></pre>` +
      `<pre><code>${escapeHtml(JSON.stringify(exampleEnvelope(one), null, 2))}</code></pre></article>`,
  );
  return `<section><h2 id="examples">示例：从登录到下载</h2><p class="lead">把 <code>$SITE</code> 换成本站地址，<code>$TOKEN</code> 换成登录得到的令牌，编号换成列表里的编号。回答只列出接着要用的字段，全部字段见下面各接口。演示环境的账号与密码可以直接使用；付款在“模拟手机”完成。</p>${steps.join('')}</section>`;
}

function call(definition: Endpoint): string {
  const input = inputSchema(definition);
  const fields = Object.entries(input.properties ?? {});
  const rows = fields.map(
    ([name, schema]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeName(schema))}</td><td>${input.required?.includes(name) ? '必填' : '可选'}</td><td>${escapeHtml(bounds(schema))}</td></tr>`,
  );
  const limit = definition.limit ? `<p>每 ${definition.limit.window_s} 秒最多 ${definition.limit.points} 次。</p>` : '';
  const table = rows.length
    ? `<table><thead><tr><th scope="col">字段</th><th scope="col">类型</th><th scope="col">是否必填</th><th scope="col">范围</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    : '';
  return `<article><h3><span class="verb ${definition.method}">${definition.method}</span><code>/gateway${escapeHtml(definition.path)}</code><span class="who">${who(definition)}</span></h3><p>${escapeHtml(definition.summary)}</p>${limit}${table}${answerLine(definition)}</article>`;
}

function answerLine(definition: Endpoint): string {
  const data = outputSchema(definition);
  if (!data) return `<p>成功时直接返回内容：<code>${escapeHtml(definition.answers ?? '')}</code></p>`;
  const fields = Object.keys(data.properties ?? data.items?.properties ?? {});
  const names = fields.map((name) => `<code>${escapeHtml(name)}</code>`).join('、');
  return `<p>data：${escapeHtml(typeName(data))}${names && `，${names}`}</p>`;
}

function who(definition: Endpoint): string {
  if (definition.auth === 'none') return '所有人';
  if (definition.auth === 'optional') return '所有人，登录后内容更多';
  return definition.auth === 'user' ? '需要登录' : `工作人员：${STAFF_VERBS[definition.auth.verb]}`;
}

const TYPE_NAMES: Record<string, string> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
};

function typeName(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeName))].join(' 或 ');
  if (schema.enum) return '固定值';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = Array.isArray(schema.type) ? schema.type : [schema.type ?? ''];
  const name = type.map((one) => TYPE_NAMES[one] ?? '任意').join(' 或 ');
  return schema.items ? `${typeName(schema.items)}的${name}` : name;
}

function bounds(schema: JsonSchema): string {
  const parts: string[] = [];
  if (schema.enum) parts.push(schema.enum.map(String).join('、'));
  if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER) parts.push(`不小于 ${schema.minimum}`);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) parts.push(`不大于 ${schema.maximum}`);
  if (schema.minLength !== undefined) parts.push(`至少 ${schema.minLength} 个字`);
  if (schema.maxLength !== undefined) parts.push(`最多 ${schema.maxLength} 个字`);
  if (schema.maxItems !== undefined) parts.push(`最多 ${schema.maxItems} 项`);
  if (schema.default !== undefined) parts.push(`默认 ${JSON.stringify(schema.default)}`);
  return parts.join('，');
}
