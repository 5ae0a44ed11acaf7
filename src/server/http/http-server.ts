import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { StartError } from '../kernel/errors.ts';

/** The listener's port cannot be had. The message is one readable line. */
export class ListenError extends StartError {}

/**
 * A server with limits against slow and oversized requests: headers within 15 s and 16 KiB, the whole request within 5 min (a part
 * of an upload on a slow line), idle connections for 20 s.
 */
export function createSiteServer(listener: (req: IncomingMessage, res: ServerResponse) => void): Server {
  const server = createServer({ maxHeaderSize: 16 * 1024, keepAlive: true, noDelay: true }, listener);
  server.headersTimeout = 15_000;
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 20_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`);
  });
  return server;
}

/** @throws ListenError when the address is taken or not ours to use */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => {
      const where = `${host}:${port}`;
      if (error.code === 'EADDRINUSE') reject(new ListenError(`${where} 已被占用：请换一个 PORT，或先停止占用它的程序`));
      else if (error.code === 'EACCES') reject(new ListenError(`没有权限监听 ${where}：请换一个 1024 以上的 PORT`));
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') reject(new ListenError(`本机没有地址 ${host}：请检查 HOST`));
      else reject(error);
    };
    server.once('error', refused);
    server.listen(port, host, 4_096, () => {
      server.off('error', refused);
      resolve();
    });
  });
}

/** Keep-alive timeout for idle connections of a proxy in front; the configuration that `cli nginx` prints says so. */
export const PROXY_IDLE_S = 2;

const LOOK_MS = 100;

/**
 * Takes no new connections, waits for running requests, at most `drain_ms`, then cuts the rest. Connections without a request end at once;
 * a proxy's are left to it for `idle_ms`: it may be sending on one this very moment, and what no server may send twice would be lost.
 */
export function closeServer(server: Server, drain_ms: number, idle_ms = 0): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drain_ms);
    const closeIdle = () => {
      server.closeIdleConnections();
      look = setTimeout(closeIdle, LOOK_MS);
    };
    let look = setTimeout(closeIdle, idle_ms);
    // the close of http itself would end idle connections at once
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut);
      clearTimeout(look);
      resolve();
    });
  });
}
