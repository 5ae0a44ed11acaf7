import pg from 'pg';
import type { Logger } from 'pino';
import type { SlowStatements } from './slow-statements.ts';

/** A statement that waits so long makes us ask whether the database answers at all. */
const LATE_MS = 2_000;
const LOOK_MS = 1_000;
/** As long as a caller waits for a new connection. */
const ANSWER_MS = 5_000;
/** After an answer: the statement is merely long. */
const AGAIN_MS = 5_000;

/**
 * Breaks the connections on which a statement waits while the database answers nothing, not even a new connection: stopped, or its machine gone
 * without a word. Their callers learn within eight seconds that it is away, as those do who wait for a connection; what a transaction
 * had written goes when the database finds the connection closed. `url` is the database's own, no pooler's.
 */
export function breakUnanswered(url: string, statements: SlowStatements, log: Logger): () => void {
  let asking = false;
  let answered_at = 0;
  const look = async () => {
    if (asking || performance.now() - answered_at < AGAIN_MS || statements.waiting(LATE_MS).length === 0) return;
    asking = true;
    if (await answers(url)) answered_at = performance.now();
    else {
      const broken = statements.waiting(LATE_MS);
      if (broken.length > 0) log.warn({ connections: broken.length }, 'the database answers nothing: connections are broken');
      for (const client of broken) streamOf(client).destroy(new Error('Connection terminated: the database answers nothing'));
    }
    asking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** A refusal is an answer, too: who waits learns of it by the own connection. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'cemao-ask',
  });
  client.on('error', () => undefined);
  const asked = performance.now();
  try {
    await client.connect();
    await client.query('select 1');
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    streamOf(client).destroy();
    // where this process itself came late, the answer may have waited for it
    return !/timeout/i.test((error as Error).message) || performance.now() - asked > ANSWER_MS + 500;
  }
}

const streamOf = (client: object) => (client as { connection: { stream: { destroy(error?: Error): void } } }).connection.stream;
