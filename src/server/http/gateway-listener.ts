import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { GatewayEnv } from './gateway.ts';
import { endBody } from './rest-of-body.ts';

/** The gateway on a server of Node. An answer that comes before its request was read to the end leaves no connection that breaks later. */
export function gatewayListener(gateway: Hono<GatewayEnv>, requestIdOf: (req: IncomingMessage) => string) {
  return getRequestListener(async (request, env) => {
    const incoming = env.incoming as IncomingMessage;
    const outgoing = env.outgoing as ServerResponse;
    const answer = await gateway.fetch(request, { incoming, outgoing, request_id: requestIdOf(incoming) });
    await endBody(incoming, outgoing);
    return answer;
  });
}
