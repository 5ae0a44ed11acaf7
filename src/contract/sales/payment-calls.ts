import { z } from 'zod';
import { call } from '#contract/call.ts';

export const salesPaymentCalls = {
  _provider: call({
    method: 'POST',
    path: '/pay/notify/:provider',
    summary: '支付服务商的回调，按服务商的方式签名',
    tag: 'payment',
    auth: 'none',
    lenient: true,
    open: { provider: 'shown' },
    input: z.object({}),
    raw_body: true,
    answers: 'text/plain',
  }),
};
