import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

it('survives a file that went away after the start, and serves the others', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'static-'));
  writeFileSync(join(dir, 'kept.css'), 'a{}');
  writeFileSync(join(dir, 'gone.css'), 'b{}');
  const files = staticFiles(dir);
  const server = createServer((req, res) => files(req, res, () => void res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    rmSync(join(dir, 'gone.css'));
    await expect(fetch(`${url}/gone.css`).then((answer) => answer.text())).rejects.toThrow();
    expect(await (await fetch(`${url}/kept.css`)).text()).toBe('a{}');
    expect((await fetch(`${url}/never.css`)).status).toBe(404);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(dir, { recursive: true });
  }
});
