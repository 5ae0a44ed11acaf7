import { paths } from './paths.ts';

/** With which app somebody pays. */
export type PayApp = 'wechat' | 'alipay';

export const PAY_APP_NAMES: Readonly<Record<PayApp, string>> = { wechat: '微信', alipay: '支付宝' };

/** In which app's own browser a page is read, by what the browser says of itself; null: in neither. */
export function payAppOf(user_agent: string | null): PayApp | null {
  if (user_agent === null) return null;
  if (/AlipayClient/i.test(user_agent)) return 'alipay';
  return /MicroMessenger/i.test(user_agent) ? 'wechat' : null;
}

/** Parameters of the page behind an order's QR, for the buyer who pays on the phone that shows it. */
export const PAY_PARAMS = { app: 'by', order: 'order' } as const;

/** The page behind an order's QR, on the site that shows it: opens the app and leads back to the order. */
export function payPath(pay_qrcode: string, app: PayApp, orderid: string): string {
  const { pathname, searchParams } = new URL(pay_qrcode);
  searchParams.set(PAY_PARAMS.app, app);
  searchParams.set(PAY_PARAMS.order, orderid);
  return `${pathname}?${searchParams}`;
}

/** From the parameters of such an address; null for everything that is none: it is put into addresses. */
export const payAppFrom = (query: URLSearchParams): PayApp | null => {
  const app = query.get(PAY_PARAMS.app);
  return app === 'wechat' || app === 'alipay' ? app : null;
};
const ORDERID = /^\d{24}$/;

/** The order's own page, which waits for the money of that app; null: the address names no order. */
export function backPath(query: URLSearchParams): string | null {
  const orderid = query.get(PAY_PARAMS.order) ?? '';
  return ORDERID.test(orderid) ? paths.order(orderid, payAppFrom(query) ?? undefined) : null;
}
