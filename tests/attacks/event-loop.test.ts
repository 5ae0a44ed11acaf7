import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHAT_CALLS } from '#contract/chat.ts';
import { DEMAND_CALLS, EMPTY_DEMAND } from '#contract/demand.ts';
import { REQUEST_CALLS } from '#contract/request.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { leastCpuMsOf } from '../support/cpu-time.ts';
import { makePerson, type Person } from '../support/people.ts';
import { cacheable, openSite, type SiteOnPort } from '../support/site-on-port.ts';

let t: TestApp;
let site: SiteOnPort;
let person: Person;
let talk_id: number;

beforeAll(async () => {
  t = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
  site = await openSite(t, () => cacheable('<p>page</p>', { tags: 'a' }));
  person = await makePerson(t);
  const other = await makePerson(t);
  const { pool } = t.booted.pool;
  const [low, high] = [person.id, other.id].toSorted((one, two) => one - two);
  const { rows } = await pool.query<{ id: number }>(
    `insert into chat_conversations (subject_kind, subject_id, low_id, high_id, starter_id, last_seq) values ('item', 1, $1, $2, $3, 1) returning id`,
    [low, high, other.id],
  );
  talk_id = Number(rows[0]?.id);
  await pool.query(
    `insert into chat_members (conversation_id, user_id, other_id, last_seq, last_at, read_seq, place)
     select $1, m.user_id, m.other_id, 1, now(), 0, 1 from (values ($2::bigint, $3::bigint), ($3, $2)) m (user_id, other_id)`,
    [talk_id, low, high],
  );
});
afterAll(async () => {
  await site.close();
  await t.stop();
});

let address = 0;
async function send(path: string, init: RequestInit = {}): Promise<void> {
  const headers = new Headers(init.headers);
  // each comes from another network: limits of one address are not what is looked at
  if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', `198.51.${(++address >> 8) % 256}.${address % 256}`);
  const answer = await fetch(site.origin + path, { ...init, headers, redirect: 'manual' });
  await answer.arrayBuffer();
}
const post = (path: string, body: object) =>
  send(`/gateway${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: person.token },
    body: JSON.stringify(body),
  });

async function p99_ms(rounds: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    await send('/healthz');
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(rounds * 0.99) - 1] as number;
}

it('A0 A0b texts and headers made to take long hold no bystander up', async () => {
  await send('/programme');
  const idle_ms = await p99_ms(100);
  const text = `微信${'_'.repeat(1_990)}`;
  const blanks = `a${' '.repeat(15_500)}b`;
  let client = 0;
  const attacks = [
    () => send('/programme', { headers: { 'if-none-match': blanks } }),
    () => send('/programme', { headers: { 'if-none-match': blanks } }),
    () => post(CHAT_CALLS.send, { id: talk_id, client_id: `attack-${client++}`, type: 'text', text }),
    () => post(DEMAND_CALLS.form, { ...EMPTY_DEMAND, title: '找年会策划', needs: text, action: 'submit', draft_key: 'attack-0001' }),
    () => post(REQUEST_CALLS.add, { title: '找年会策划', detail: text.slice(0, 1_000), field: '策划', key: 'attack-0001' }),
  ];
  let over = false;
  let sent = 0;
  const attackers = attacks.map(async (attack) => {
    while (!over) {
      await attack();
      sent++;
    }
  });
  const held_ms = await p99_ms(100);
  over = true;
  await Promise.all(attackers);
  expect(sent).toBeGreaterThan(attacks.length);
  expect(held_ms).toBeLessThan(Math.max(200, idle_ms * 20));
});

const HEADERS = [
  ...['if-none-match', 'if-modified-since', 'if-range', 'range', 'accept', 'accept-encoding', 'accept-language', 'user-agent', 'referer'],
  ...['cookie', 'x-forwarded-for', 'forwarded', 'token', 'enterprise', 'origin', 'content-type', 'idempotency-key'],
];
const RUNS = [' ', ',', ';', '=', '"', '\t', '-', '/', 'a', '1', ', ', 'a;', '; a=', 'a,', 'W/"a",', '0-1,', 'gzip;q=0,', '127.0.0.1,'];
const BOUND_MS = 50;

it('A0b no header of 15 KB takes the processor for long, at a page, a picture, a lesson or a call', async () => {
  const slow: string[] = [];
  for (const path of ['/programme', '/pic/a/b.webp', '/media/0123456789012345678901234', '/gateway/api/user/info'])
    for (const name of HEADERS)
      for (const run of RUNS) {
        const value = `a${run.repeat(Math.floor(15_000 / run.length))}b`;
        const ms = await leastCpuMsOf(() => send(path, { headers: { [name]: value } }), BOUND_MS);
        if (ms >= BOUND_MS) slow.push(`${path} ${name} ${run}: ${Math.round(ms)}`);
      }
  expect(slow).toEqual([]);
});

it('A0b no body of 250 KB takes the processor for long before its call has looked at it', async () => {
  const boundary = 'multipart/form-data; boundary=x';
  const bodies: Array<[type: string, run: string]> = [
    ...['[', '{"a":', '"', '\\', ' ', '1,', '[],'].map((run): [string, string] => ['application/json', run]),
    ...['&', '=', 'a&', 'a=1&', '%41', '+', 'a[]=1&'].map((run): [string, string] => ['application/x-www-form-urlencoded', run]),
    ...['--x\r\n', '\r\n--x', '-', '\r\n', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'].map((run): [string, string] => [
      boundary,
      run,
    ]),
  ];
  const slow: string[] = [];
  for (const [type, run] of bodies) {
    const body = run.repeat(Math.floor(250_000 / run.length));
    const ms = await leastCpuMsOf(
      () => send('/gateway/api/user/login', { method: 'POST', headers: { 'content-type': type }, body }),
      BOUND_MS,
    );
    if (ms >= BOUND_MS) slow.push(`${type} ${JSON.stringify(run)}: ${Math.round(ms)}`);
  }
  expect(slow).toEqual([]);
});
