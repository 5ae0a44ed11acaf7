import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAT_CALLS } from '#contract/chat.ts';
import { STREAM_TYPE } from '#contract/stream.ts';
import { createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { conversationsOf, messagesBefore } from '#server/modules/chat/index.ts';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { startSite } from '../../support/site.ts';
import { p95Ms, type Result, type Row } from '../row.ts';

const MESSAGES = Number(process.env['CHAT_MESSAGES'] ?? 10_000_000);
const SAID = MESSAGES.toLocaleString('en-US');
const A_TALK = 1_000;
const STREAMS = 2_000;
const READERS = 500;
const P95_MS = 20;

/** 10,000,000 messages: a list and the last page of a conversation; and what 2,000 open streams cost a process. */
const row: Row = {
  name: 'chat',
  run: async () => [...(await readAmongMany()), await holdStreams()],
};
export default row;

async function readAmongMany(): Promise<Result[]> {
  const data_dir = mkdtempSync(join(tmpdir(), 'cemao-bench-chat-'));
  chmodSync(data_dir, 0o755);
  const booted = await boot(readConfig({ DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'error' }), { work: false });
  try {
    const user_id = await fill(booted);
    const ctx = createCtx(booted.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '10.0.0.1' }, 'bench');
    const own = await booted.pool.pool.query<{ id: number }>('select conversation_id as id from chat_members where user_id = $1', [
      user_id,
    ]);
    const ids = own.rows.map(({ id }) => id);
    const list = await p95Ms(() => conversationsOf(ctx, { after: '', q: '' }));
    const page = await p95Ms((n) => messagesBefore(ctx, { id: ids[n % ids.length] as number, before: 0 }));
    return [result(`${SAID} messages: list of conversations`, list), result(`${SAID} messages: last page of a conversation`, page)];
  } finally {
    await booted.stop();
    rmSync(data_dir, { recursive: true, force: true });
  }
}

const result = (what: string, ms: number): Result => ({
  ...{ what, goal: `p95 <= ${P95_MS} ms`, measured: `${ms.toFixed(1)} ms`, base: '', ratio: '', reached: ms <= P95_MS },
});

/** Conversations of many with many; one of the users has a hundred of them. @returns that user */
async function fill({ app, pool: { pool } }: Booted): Promise<number> {
  const job = createCtx(app, { kind: 'job', name: 'bench' }, 'bench');
  const user_id = await createUser(job, { mobile: '13900000001', password: null, nickname: '读者' });
  const talks = MESSAGES / A_TALK;
  await pool.query(
    `insert into chat_conversations (subject_kind, subject_id, low_id, high_id, starter_id, last_seq)
     select 'item', n, case when n % 100 = 0 then $1::bigint else 1000000 + n end, 9000000 + n, 9000000 + n, $3 from generate_series(1, $2) n`,
    [user_id, talks, A_TALK],
  );
  await pool.query(
    `insert into chat_members (conversation_id, user_id, other_id, last_seq, last_at, read_seq, place)
     select c.id, m.user_id, m.other_id, c.last_seq, now() - c.id * interval '1 second', 10, c.id
     from chat_conversations c cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) m (user_id, other_id)`,
  );
  // in parts: a statement is ended after thirty seconds
  for (let from = 1; from <= talks; from += 100) {
    await pool.query(
      `insert into chat_messages (conversation_id, seq, sender_id, type, body, client_id)
       select c.id, n, case when n % 2 = 0 then c.low_id else c.high_id end, 'text', '第 ' || n || ' 条消息，场地与流程再确认一次', c.id || '-' || n
       from chat_conversations c cross join generate_series(1, $3) n where c.id >= $1 and c.id < $2`,
      [from, from + 100, A_TALK],
    );
  }
  await pool.query('analyze chat_conversations, chat_members, chat_messages');
  return user_id;
}

/** Resident, MB. */
const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Memory of a site with that many open streams over that of one without, and after a minute of them. */
async function holdStreams(): Promise<Result> {
  const site = await startSite();
  const beside = await boot(readConfig({ DATA_DIR: site.data_dir, SEED: 'NONE', LOG_LEVEL: 'fatal' }), { work: false });
  try {
    const job = createCtx(beside.app, { kind: 'job', name: 'bench' }, 'bench');
    const tokens: string[] = [];
    for (let n = 0; n < READERS; n++) {
      const user_id = await createUser(job, { mobile: String(13_900_000_000 + n), password: null, nickname: `读者${n}` });
      tokens.push((await issueToken(job, user_id)).token);
    }
    const alone = memoryOf(site.pid);
    const open = Array.from({ length: STREAMS }, (_, n) => openStream(site.url, tokens[n % READERS] as string));
    await Promise.all(open);
    const begun = memoryOf(site.pid);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    const later = memoryOf(site.pid);
    for (const close of await Promise.all(open)) close();
    const grown = later / begun;
    return {
      ...{ what: `${STREAMS} open streams for a minute`, goal: 'memory <= 1.15x', base: `${alone} MB alone, ${begun} MB at the beginning` },
      ...{ measured: `${later} MB`, ratio: grown.toFixed(2), reached: grown <= 1.15 },
    };
  } finally {
    await beside.stop();
    await site.stop();
  }
}

function openStream(url: string, token: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}/gateway${CHAT_CALLS.stream}?after=0`,
      { headers: { accept: STREAM_TYPE, token, platform: '4' } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        answer.resume();
        resolve(() => request.destroy());
      },
    );
    request.on('error', reject);
  });
}
