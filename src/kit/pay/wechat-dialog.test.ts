import { afterEach, expect, it, vi } from 'vitest';
import { payInWechat } from './wechat-dialog.ts';

const PARAMETERS = { appId: 'wx1', package: 'prepay_id=1' };
afterEach(() => vi.unstubAllGlobals());

/** The page as far as it is used, in WeChat or not yet, and what its dialog answers. */
function page(answer: string | null, back?: string) {
  const invoke = vi.fn((_name: string, _of: unknown, done: (said: { err_msg: string }) => void) => done({ err_msg: answer ?? '' }));
  const replace = vi.fn();
  const ready = new EventTarget();
  const window = { WeixinJSBridge: answer === null ? undefined : { invoke } };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', ready);
  vi.stubGlobal('location', { replace });
  const button = Object.assign(new EventTarget(), { hidden: false, dataset: { parameters: JSON.stringify(PARAMETERS), back } });
  const hint = { textContent: '' };
  payInWechat(button as unknown as HTMLElement, hint as HTMLElement);
  return { invoke, replace, ready, window, button, hint };
}

it('M17 opens the dialog at once with what the server signed, and goes back to the order when it was paid', () => {
  const { invoke, replace, button } = page('get_brand_wcpay_request:ok', '/personalCenter/order?orderid=1');
  expect(invoke.mock.calls.map(([name, of]) => [name, of])).toEqual([['getBrandWCPayRequest', PARAMETERS]]);
  expect([replace.mock.calls, button.hidden]).toEqual([[['/personalCenter/order?orderid=1']], true]);
});

it.each([
  ['ok', '付款已完成，请回到电脑查看，页面会自动更新。'],
  ['cancel', '还没有付款，可以再试一次。'],
  ['fail', '微信没有打开付款，请稍后再试。'],
])('M17 says what became of it: %s', (answer, said) => {
  const { hint, replace } = page(`get_brand_wcpay_request:${answer}`);
  expect([hint.textContent, replace.mock.calls]).toEqual([said, []]);
});

it('M17 waits for WeChat, says so to an early press, and opens again with every press', () => {
  const { hint, button, ready, window, invoke } = page(null);
  button.dispatchEvent(new Event('click'));
  expect(hint.textContent).toContain('微信还没有准备好');
  window.WeixinJSBridge = { invoke };
  ready.dispatchEvent(new Event('WeixinJSBridgeReady'));
  button.dispatchEvent(new Event('click'));
  expect(invoke).toHaveBeenCalledTimes(2);
});
