// The least that can answer: plain node:http, one prepared answer. argv[2]: JSON file with { status, headers: flat list, body: base64 }.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { status: number; headers: string[]; body: string };
const body = Buffer.from(answer.body, 'base64');
const server = createServer((_req, res) => {
  res.writeHead(answer.status, answer.headers);
  res.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
process.on('SIGTERM', () => process.exit(0));
