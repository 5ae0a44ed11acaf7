import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between two places, which can be cut: what is sent then is neither delivered nor refused. */
export interface Relay {
  readonly port: number;
  cut(): void;
  /** What was under way is lost; new connections go through. */
  mend(): void;
  stop(): Promise<void>;
}

export async function openRelay(port: number, target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let whole = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((near) => {
    keep(near);
    if (!whole) return void near.pause();
    const far = connect(target, '127.0.0.1');
    keep(far);
    near.pipe(far);
    far.pipe(near);
    near.once('close', () => whole && far.destroy());
    far.once('close', () => whole && near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    cut() {
      whole = false;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      for (const socket of sockets) socket.destroy();
      whole = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
