import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nginxCommand } from './nginx.ts';

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const BOTH = '127.0.0.1:4321,127.0.0.1:4322';
const text = async (...args: string[]) => {
  expect(await nginxCommand.run(['--upstream', BOTH, ...args])).toBe(0);
  return said;
};

it.each([
  [[], /--upstream 应列出/],
  [['--upstream', '127.0.0.1'], /应为 主机:端口/],
  [['--upstream', '127.0.0.1:4321; include /etc/passwd'], /应为 主机:端口/],
  [['--upstream', BOTH, '--down', '127.0.0.1:9'], /不在 --upstream 中/],
  [['--upstream', BOTH, '--down', BOTH], /至少要有一个/],
  [['--upstream', BOTH, '--server-name', 'a;b'], /不是域名/],
  [['--upstream', BOTH, '--cert', '/etc/a.pem'], /同时给出/],
  [['--upstream', BOTH, '--static', 'dist/client'], /绝对路径/],
  [['--upstream', BOTH, '--dir', '/tmp/a"b'], /不含引号/],
  [['--upstream', BOTH, '--listen', '80; root /'], /--listen 应为端口/],
  [['--upstream', BOTH, '--bogus', '1'], /bogus/],
])('refuses %j', async (args, why) => {
  await expect(nginxCommand.run(args)).rejects.toThrow(why);
  expect(said).toBe('');
});

it('names every process, and marks those that get nothing', async () => {
  const config = await text('--down', '127.0.0.1:4322');
  expect(config.match(/server 127\.0\.0\.1:4321 max_fails=1 fail_timeout=1s;/g)).toHaveLength(1);
  expect(config.match(/server 127\.0\.0\.1:4322 max_fails=1 fail_timeout=1s down;/g)).toHaveLength(1);
});

it('believes no header of strangers and sends nothing twice that was sent', async () => {
  const config = await text();
  expect(config).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(config).not.toContain('proxy_add_x_forwarded_for');
  expect(config).not.toMatch(/proxy_next_upstream [^;]*non_idempotent/);
  expect(config).toContain('listen 80;');
  expect(config).toMatch(/location = \/metrics \{\s*return 404;/);
});

it('with a certificate speaks TLS and HTTP/2, and leads http there', async () => {
  const config = await text('--server-name', 'cemao.example', '--cert', '/etc/tls/c.pem', '--key', '/etc/tls/k.pem');
  expect(config).toContain('listen 443 ssl http2;');
  expect(config).toContain('return 308 https://$host$request_uri;');
  expect(config).toContain('SITE_URL          https://cemao.example');
});
