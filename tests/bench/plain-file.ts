// The least that can send a file: plain node:http and a read stream. argv[2]: the file.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[2] ?? '';
const size = statSync(file).size;
const server = createServer((_req, res) => {
  res.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
  createReadStream(file).pipe(res);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.on('SIGTERM', () => process.exit(0));
