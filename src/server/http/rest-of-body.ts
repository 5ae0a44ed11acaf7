import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The body as it came, or null when it is longer than `limit_bytes`; stops reading there. */
export async function readBytes(request: Request, limit_bytes: number): Promise<Uint8Array | null> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit_bytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What an early answer leaves unread is read away up to these bounds: the connection then serves the next call. */
const REST_BYTES = 16 * 1024 * 1024;
const REST_MS = 500;
/** A connection that ends reads on for so long: closed at once, it would take the answer with it before the client has read that. */
const LINGER_MS = 5_000;

export function carriesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Before an answer is written: reads away what is left of the request's body. What is too much or too slow for that gets an answer that says
 * `Connection: close`, so no client sends its next call on a connection that is about to be cut.
 */
export async function endBody(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (!carriesBody(req) || req.readableEnded || req.destroyed || res.headersSent) return;
  if (!(Number(req.headers['content-length']) > REST_BYTES) && (await readAway(req))) return;
  res.shouldKeepAlive = false;
  lingerAtEnd(req.socket);
  throwAway(req);
}

/** @returns whether the body came to its end within the bounds */
function readAway(req: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = REST_BYTES;
    const done = (ended: boolean) => {
      clearTimeout(timer);
      req.off('data', took).off('end', whole).off('close', broken);
      resolve(ended);
    };
    const took = ({ byteLength }: Buffer) => {
      left -= byteLength;
      if (left < 0) done(false);
    };
    const whole = () => done(true);
    const broken = () => done(false);
    const timer = setTimeout(broken, REST_MS);
    throwAway(req);
    req.on('data', took).on('end', whole).on('close', broken);
  });
}

/** The reader that gave up is taken off: it would pause the body again. */
function throwAway(req: IncomingMessage): void {
  req.removeAllListeners('data').removeAllListeners('readable').resume();
}

/** http closes by `destroySoon` once the last answer is written. */
function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer)).end();
  };
}
