import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '#demo/accounts.ts';
import { addDemoStaff, beginWorld } from '#demo/begin-world.ts';
import { PUBLISHERS } from '#demo/world/people.ts';
import { startText } from '#server/announce.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { users } from '#server/modules/identity/tables.ts';
import { withdrawPublicStaff } from '#server/public-accounts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openSite, type SiteOnPort } from '../support/site-on-port.ts';

const STAFF = '13800000009';
const ADMIN = '13800000008';

let own: TestApp;
let open: TestApp;
let site: SiteOnPort;

beforeAll(async () => {
  open = await startTestApp({ env: { HOST: '0.0.0.0', SITE_URL: 'https://cemao.example', ALLOW_SANDBOX: '1', SEED: '1' } });
  own = await startTestApp({ env: { SEED: '1' } });
  site = await openSite(own, () => new Response('page'));
});
afterAll(async () => {
  await site.close();
  await own.stop();
  await open.stop();
});

const CALLS = [
  '/gateway/sandbox/sms',
  '/gateway/sandbox/bills',
  '/gateway/sandbox/bill?pay=P000000000000000000000000',
  '/gateway/%73andbox/sms',
];

async function answer(at: SiteOnPort, path: string, head: string): Promise<{ status: number; text: string }> {
  const text = await at.raw(`GET ${path} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
  return { status: Number(text.split(' ')[1]), text };
}

it.each([
  ['a page elsewhere whose name was pointed here', 'Host: evil.example'],
  ['a name that begins like an address of ours', 'Host: 127.0.0.1.evil.example'],
  ['no name at all', 'Host: '],
  ['a reader behind a proxy on this machine', 'Host: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.7'],
  ['a reader who claims to be this machine', 'Host: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1'],
  ['a tunnel that names only the host it serves', 'Host: localhost\r\nX-Forwarded-Host: cemao.example'],
])('codes and bills of the stand-ins are not shown to %s', async (_who, head) => {
  for (const path of CALLS) expect([path, (await answer(site, path, head)).status]).toEqual([path, 403]);
  const pay = await site.raw(
    `POST /gateway/sandbox/pay HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: 38\r\nConnection: close\r\n\r\n{"orderid":"P000000000000000000000000"}`,
  );
  expect(pay).toMatch(/^HTTP\/1\.1 40[03] /);
});

const login = (head: string, mobile: string) => {
  const body = JSON.stringify({ mobile });
  return site.raw(
    `POST /gateway/sandbox/login HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
};

it('one press takes a demo account on this machine, and nobody else', async () => {
  await beginWorld(own.app, 1);
  const [buyer] = demoAccounts(own.config);
  for (const head of [
    'Host: evil.example',
    'Host: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.7',
    'Host: localhost\r\nX-Forwarded-Host: cemao.example',
  ]) {
    expect(await login(head, buyer?.mobile ?? '')).toMatch(/^HTTP\/1\.1 40[03] /);
  }
  const taken = await login('Host: 127.0.0.1:4321', buyer?.mobile ?? '');
  expect(taken).toContain('"token":"');
  expect(taken).not.toContain('cemao2026');
  // a publisher has the same password and is not on the list; a stranger is nobody's
  for (const mobile of [PUBLISHERS[1]?.mobile ?? '', '13999999999', ''])
    expect(await login('Host: 127.0.0.1:4321', mobile)).toMatch(/^HTTP\/1\.1 404 /);
});

it('one press takes nobody where no demo was asked for, also in the database of one', async () => {
  const { app } = own;
  const without = { ...app, sandbox_accounts: demoAccounts({ ...own.config, seed: null }) };
  const gateway = createGateway(without, endpoints);
  const answer = await gateway.request('/sandbox/login', {
    method: 'POST',
    headers: { platform: '4', 'content-type': 'application/json' },
    body: JSON.stringify({ mobile: demoAccounts(own.config)[0]?.mobile }),
  });
  expect(answer.status).toBe(404);
});

it('codes and bills of the stand-ins are shown on this machine', async () => {
  for (const head of ['Host: 127.0.0.1:4321', 'Host: localhost', 'Host: [::1]:4321', 'Host: 192.168.3.4']) {
    const { status, text } = await answer(site, '/gateway/sandbox/sms', head);
    expect([head, status]).toEqual([head, 200]);
    expect(text).toContain('"code":0');
  }
});

it('a demo that others reach has no staff, and does not print any', async () => {
  await beginWorld(open.app, 1);
  await addDemoStaff(open.app);
  for (const account of [STAFF, ADMIN]) {
    const login = await open.call('POST', '/api/user/login', { body: { account, password: 'cemao2026' } });
    expect([account, login.body.msg]).toEqual([account, '账号或密码错误']);
  }
  for (const { mobile, password } of demoAccounts(open.config)) {
    const login = await open.call<{ userinfo: { roles: string[] } }>('POST', '/api/user/login', { body: { account: mobile, password } });
    expect([mobile, login.body.data?.userinfo.roles]).toEqual([mobile, []]);
  }
  const text = await startText(open.config, open.booted);
  expect([text.includes(STAFF), text.includes(ADMIN)]).toEqual([false, false]);
});

it.each([
  [ADMIN, 'admin'],
  ['13800000006', 'finance'],
])('an older demo on the machine alone gets the staff that it lacks, once: %s', async (mobile, role) => {
  await beginWorld(own.app, 1);
  await own.app.db
    .update(users)
    .set({ mobile: `1380000007${role.length}` })
    .where(eq(users.mobile, mobile));
  for (let start = 0; start < 2; start++) await addDemoStaff(own.app);
  const made = await own.app.db.select({ roles: users.roles }).from(users).where(eq(users.mobile, mobile));
  expect(made).toEqual([{ roles: [role] }]);
  expect(demoAccounts(own.config).map((one) => one.mobile)).toContain(mobile);
});

it('staff of a demo that was made on the machine alone lose their roles where others reach it', async () => {
  await beginWorld(own.app, 1);
  const tokens: string[] = [];
  for (const account of [STAFF, ADMIN]) {
    const { body } = await own.call<{ token: string }>('POST', '/api/user/login', { body: { account, password: 'cemao2026' } });
    tokens.push(body.data.token);
    expect(await startText(own.config, own.booted)).toContain(account);
  }
  const roles = () =>
    Promise.all(tokens.map(async (token) => (await own.call<{ roles: string[] }>('GET', '/api/user/userinfo', { token })).body.data.roles));
  const staff = [['reviewer', 'operator'], ['admin']];
  expect(await roles()).toEqual(staff);
  await withdrawPublicStaff(own.app);
  expect(await roles()).toEqual(staff);
  await withdrawPublicStaff({ ...own.app, config: { ...own.config, local: false } });
  expect(await roles()).toEqual([[], []]);
});
