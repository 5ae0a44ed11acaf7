import { salesPaymentCalls } from '#contract/sales/payment-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { AppError } from '../../kernel/errors.ts';
import { takeNotify } from '../../modules/orders/index.ts';

const NOTIFY_MAX_BYTES = 64 * 1024;

/** One address a provider, without a query string: some providers drop it. The answer has the provider's own form. */
export const paymentEndpoints = [
  serve(salesPaymentCalls._provider, async (ctx, _input, c) => {
    const raw = await readBytes(c.req.raw, NOTIFY_MAX_BYTES);
    if (!raw) throw new AppError('回调内容过大', { status: 413 });
    const reply = await takeNotify(ctx.app, c.req.param('provider') ?? '', raw, c.req.raw.headers, ctx.request_id);
    return new Response(reply.body, { status: reply.status, headers: { 'content-type': reply.content_type } });
  }),
];
