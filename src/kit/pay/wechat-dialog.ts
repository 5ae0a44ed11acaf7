/** What WeChat's own browser gives its pages; it may come after them. */
interface Bridge {
  invoke(name: 'getBrandWCPayRequest', parameters: unknown, done: (answer: { err_msg?: string }) => void): void;
}

const bridgeOf = (): Bridge | undefined => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;

/**
 * Opens WeChat's dialog with the parameters that the button carries, at once and with every press. A payer who paid goes back to the order;
 * without one, as after everything else, the hint says what happened. What was paid is known from WeChat's notify alone.
 */
export function payInWechat(button: HTMLElement, hint: HTMLElement): void {
  const { parameters = '{}', back } = button.dataset;
  const open = () => {
    const bridge = bridgeOf();
    if (!bridge) {
      hint.textContent = '微信还没有准备好，请稍后再点“微信支付”。';
      return;
    }
    bridge.invoke('getBrandWCPayRequest', JSON.parse(parameters), ({ err_msg = '' }) => {
      if (err_msg.endsWith(':ok')) {
        button.hidden = true;
        hint.textContent = '付款已完成，请回到电脑查看，页面会自动更新。';
        if (back) location.replace(back);
      } else hint.textContent = err_msg.endsWith(':cancel') ? '还没有付款，可以再试一次。' : '微信没有打开付款，请稍后再试。';
    });
  };
  button.addEventListener('click', open);
  if (bridgeOf()) open();
  else document.addEventListener('WeixinJSBridgeReady', open, { once: true });
}
