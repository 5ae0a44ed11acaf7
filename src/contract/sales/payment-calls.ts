import { callsOf } from '#contract/call.ts';

const call = callsOf('payment');

export const salesPaymentCalls = {
  _provider: call('POST', '/pay/notify/:provider', {
    summary: '支付服务商的回调，按服务商的方式签名',
    auth: 'none',
    lenient: true,
    open: { provider: 'shown' },
    raw_body: true,
    answers: 'text/plain',
  }),
};
