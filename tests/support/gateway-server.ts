import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { createGateway } from '#server/http/gateway.ts';
import { gatewayListener } from '#server/http/gateway-listener.ts';
import { nextRequestId } from '#server/http/request-id.ts';

export interface GatewayServer {
  url: string;
  stop(): Promise<void>;
}

/** The gateway on a real socket, for what only a socket shows: ranges, streaming, cut connections. */
export async function startGatewayServer(app: App, calls: readonly Endpoint[] = endpoints): Promise<GatewayServer> {
  const gateway = createGateway(app, calls);
  const listener = gatewayListener(gateway, nextRequestId);
  const server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
