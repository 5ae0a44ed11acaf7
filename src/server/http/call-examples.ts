import type { Method } from './endpoint.ts';

/** One call as it is made and answered, for the readable page and the OpenAPI document. A test makes all of them, one after the other. */
interface CallExample {
  /** What it is for. */
  title: string;
  method: Method;
  /** Without `/gateway`. */
  path: string;
  /** With the token that the first example answered. */
  signed: boolean;
  input: Readonly<Record<string, string | number>>;
  /** What of `data` one goes on with; the whole of it is what the call states. */
  answer: Readonly<Record<string, unknown>>;
}

const WORK = 101;
const ORDER = '202611230930001234567890';

/** From the login to the file, in the order in which one goes. */
export const CALL_EXAMPLES: readonly CallExample[] = [
  {
    title: '登录，得到令牌',
    ...{ method: 'POST', path: '/api/user/login', signed: false },
    input: { account: '13800000001', password: 'cemao2026' },
    answer: { token: 'k3v9…', userinfo: { id: 12, nickname: '林晓' } },
  },
  {
    title: '按关键词找方案',
    ...{ method: 'GET', path: '/scheme/indexv2', signed: false },
    input: { keyword: '年会', page: 1, limit: 2 },
    answer: { list: [{ id: WORK, title: '年会策划方案', price: 99, format: 'pdf' }], total: 36, page: 1, limit: 2 },
  },
  {
    title: '看一份方案，以及我能怎样得到它',
    ...{ method: 'GET', path: '/scheme/index/detail', signed: true },
    input: { id: WORK },
    answer: { id: WORK, title: '年会策划方案', price: 99, vip_price: 74.25, is_download: 0, access: { allowed: false } },
  },
  {
    title: '下单之前核对价格',
    ...{ method: 'GET', path: '/scheme/scheme/pricelist', signed: true },
    input: { id: WORK, balance: 0, user_coupon_id: 0 },
    answer: { list_price: 99, price: 99, coupon_price: 0, balance: 0 },
  },
  {
    title: '下单，pay_qrcode 是收款码的内容',
    ...{ method: 'POST', path: '/scheme/buy/order', signed: true },
    input: { id: WORK, balance: 0, user_coupon_id: 0 },
    answer: { orderid: ORDER, pay_price: 99, pay_qrcode: 'https://…/pay/…', status: 1, expires_at: 1_795_397_400 },
  },
  {
    title: '每 3 秒查询一次，status 为 2 即已付款',
    ...{ method: 'GET', path: '/api/order', signed: true },
    input: { orderid: ORDER },
    answer: { orderid: ORDER, status: 2 },
  },
  {
    title: '取得下载链接，按 cipher 解开后 10 分钟内有效',
    ...{ method: 'POST', path: '/scheme/index/downloadurl', signed: true },
    input: { id: WORK },
    answer: { status: 1, download_url: 'U2FsdGVk…', cipher: { key: '…', iv: '…' }, file_name: '年会策划方案.pdf', size_bytes: 5_400_000 },
  },
];

export const exampleOf = (method: Method, path: string): CallExample | undefined =>
  CALL_EXAMPLES.find((one) => one.method === method && one.path === path);

/** The whole envelope that the example answers. */
export const exampleEnvelope = ({ answer }: CallExample) => ({ code: 0, msg: 'ok', data: answer });

/** The example as it is typed in a terminal. */
export function exampleCommand({ method, path, input, signed }: CallExample): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const lines = [
    `curl ${method === 'GET' ? `'$SITE/gateway${path}?${query}'` : `-X ${method} '$SITE/gateway${path}'`}`.replaceAll("'", '"'),
    `  -H 'platform: 4'`,
    ...(signed ? [`  -H "token: $TOKEN"`] : []),
    ...(method === 'GET' ? [] : [`  -H 'content-type: application/json'`, `  -d '${JSON.stringify(input)}'`]),
  ];
  return lines.join(' \\\n');
}
