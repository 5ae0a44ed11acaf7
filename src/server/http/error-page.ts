import { createHash } from 'node:crypto';

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f7f9;color:#1d2129;font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif}
main{background:#fff;border-radius:12px;box-shadow:0 1px 3px rgb(29 33 41/.08);padding:40px;margin:16px;max-width:480px;text-align:center}
h1{font-size:20px;margin:0 0 8px}p{margin:0 0 24px;color:#5b6472}small{color:#5b6472;font-size:13px}
a{display:inline-block;min-height:48px;line-height:48px;padding:0 24px;margin:0 4px 16px;border-radius:12px;background:#d9411f;color:#fff;text-decoration:none}
a.quiet{background:#f6f7f9;color:#1d2129}a:focus-visible{outline:3px solid #1d2129;outline-offset:2px}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * The page for a failure: needs no database, no built file, no script. `status` 503 means that a retry helps soon.
 */
export function errorPage(status: 500 | 503, request_id: string): Response {
  const [title, text] =
    status === 503
      ? ['服务暂时不可用', '正在恢复中，请稍等片刻再试，已付款的订单不会丢失。']
      : ['页面出错了', '当前服务器繁忙，请稍后再试。问题已记录，我们会尽快处理。'];
  const links = '<a href="">重新加载</a><a class="quiet" href="/">返回首页</a>';
  const page = plainPage(status, title, text, `${links}<br><small>请求编号 ${request_id.replace(/[^\w-]/g, '')}</small>`);
  if (status === 503) page.headers.set('Retry-After', '2');
  return page;
}

/** The page for a link that opens nothing any more: `text` is an AppError's message, our own words. */
export function refusalPage(status: number, text: string): Response {
  return plainPage(status, '无法打开这个链接', text, '<a href="/">返回首页</a>');
}

/** The page for somebody who came back from elsewhere and has nothing to do here. */
export function notePage(title: string, text: string): Response {
  return plainPage(200, title, text, '<a href="/">返回首页</a>');
}

function plainPage(status: number, title: string, text: string, below: string): Response {
  const body = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} - 策猫</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${below}</main></body></html>`;
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    },
  });
}
