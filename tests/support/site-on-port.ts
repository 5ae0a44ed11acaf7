import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { endpoints } from '#server/areas/index.ts';
import { currentApp } from '#server/boot.ts';
import { createGateway } from '#server/http/gateway.ts';
import { closeServer, createSiteServer, listen } from '#server/http/http-server.ts';
import createProvider from '#server/http/page-cache-provider.ts';
import { createSiteListener, type SiteListener } from '#server/http/site-listener.ts';
import type { TestApp } from './app.ts';

/** What stands in for a built page: the provider in front of it is the real one. */
export type FakePage = (url: URL) => Response | Promise<Response>;

export interface SiteOnPort {
  origin: string;
  port: number;
  server: Server;
  listener: SiteListener;
  /** Sends bytes as they are, answers what came back until the peer closed or fell silent. */
  raw(text: string): Promise<string>;
  close(): Promise<void>;
}

/** The whole listener of main.ts on a free port, with `page` instead of Astro's handler. */
export async function openSite(t: TestApp, page: FakePage): Promise<SiteOnPort> {
  const provider = createProvider();
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const pages = async (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(`http://${req.headers.host}${req.url}`);
    const headers = new Headers();
    for (const [name, value] of Object.entries(req.headers)) if (typeof value === 'string') headers.set(name, value);
    const request = new Request(url, { method: req.method ?? 'GET', headers });
    const answer = await provider.onRequest?.({ request, url, logger: silent } as never, async () => page(url));
    if (!answer) throw new Error('the provider did not answer');
    answer.headers.delete('cdn-cache-control');
    answer.headers.delete('cache-tag');
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };
  if (currentApp() !== t.app) throw new Error('another application is the current one');
  const listener = createSiteListener({
    app: t.app,
    pool: t.booted.pool,
    gateway: createGateway(t.app, endpoints),
    pages: (req, res) => void pages(req, res).catch((error: Error) => res.writeHead(500).end(error.message)),
  });
  const server = createSiteServer(listener);
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    listener,
    raw: (text) =>
      new Promise((resolve) => {
        let got = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => {
          got += chunk.toString('latin1');
        });
        socket.on('error', () => resolve(got));
        socket.on('close', () => resolve(got));
        socket.setTimeout(1_500, () => socket.destroy());
      }),
    close: () => closeServer(server, 1_000),
  };
}

/** A cacheable page as Astro hands it to the provider. */
export function cacheable(body: string, { max_age = 60, swr = 600, tags = '', status = 200 } = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html',
      'cdn-cache-control': `max-age=${max_age}, stale-while-revalidate=${swr}`,
      ...(tags ? { 'cache-tag': tags } : {}),
    },
  });
}
