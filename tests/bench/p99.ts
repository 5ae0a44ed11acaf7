import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One request each, so that the site is asked but never busy with the asking. */
const EVERY_MS = 5;

/** Holds for so long from now. */
export function seconds(count: number): () => boolean {
  const until = performance.now() + count * 1000;
  return () => performance.now() < until;
}

/** Asks the page every few milliseconds while `goes` holds, whether the last answer has come or not; of all answers the p99 in milliseconds. @throws when one was not 200 */
export async function p99Ms(url: string, goes: () => boolean): Promise<number> {
  // by turns: the site ends a connection that rests, and a request may meet that
  const agent = new Agent({ keepAlive: true, maxSockets: 32, scheduling: 'fifo' });
  const taken: number[] = [];
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  let failure: unknown;
  for (let n = 0; goes() && !failure; n++) {
    const due = begun + n * EVERY_MS;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    const sent = performance.now();
    const answered = ask(url, agent).then(() => void taken.push(performance.now() - sent));
    asked.push(
      answered.catch((error: unknown) => {
        failure ??= error;
      }),
    );
  }
  await Promise.all(asked);
  agent.destroy();
  if (failure) throw failure;
  taken.sort((a, b) => a - b);
  return taken[Math.floor(taken.length * 0.99)] ?? 0;
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${url}: ${res.statusCode}`));
      res.resume();
      res.once('end', resolve);
    }).once('error', reject);
  });
}
