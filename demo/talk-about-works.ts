import type { Ctx } from '#server/app/ctx.ts';
import { itemsOf } from '#server/modules/catalog/index.ts';
import { actOnMessage, askAbout, reactTo, readUpTo, sendMessage, setPhrases } from '#server/modules/chat/index.ts';
import { asUser, atTime } from './at-time.ts';
import { DEMO_PHRASES, DEMO_TALKS, type DemoTalk } from './world/talks.ts';
import { noteMade, worldState } from './world-state.ts';

const HOUR_MS = 3_600_000;
const MADE = 'talks';

/** Talks about works, some of them still to be read or answered. Again after a crash goes on. */
export async function talkAboutWorks(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  for (const [n, talk] of DEMO_TALKS.entries()) {
    const asker_id = talk.asker === 'buyer' ? people.buyer_id : people.member_id;
    await makeTalk(ctx, n, talk, { asker: asker_id, publisher: people.publisher_ids[talk.publisher] as number });
  }
  const list = [...DEMO_PHRASES];
  await setPhrases(asUser(ctx, people.publisher_ids[0] as number), { edition: 0, list }).catch(unlessDone);
  await noteMade(ctx, MADE);
}

async function makeTalk(ctx: Ctx, n: number, talk: DemoTalk, people: Record<'asker' | 'publisher', number>): Promise<void> {
  const [work] = await itemsOf(ctx, { publisher_id: people.publisher, statuses: ['published'], offset: 0, limit: 1 });
  if (!work) return;
  let at_ms = ctx.app.clock.now().getTime() - talk.began_h * HOUR_MS;
  const then = (by: 'asker' | 'publisher') => asUser(atTime(ctx, new Date(at_ms)), people[by]);
  const { id } = await askAbout(then('asker'), { kind: 'item', id: work.id });
  let last = 0;
  let price_seq = 0;
  for (const [i, line] of talk.lines.entries()) {
    at_ms += line.after_min * 60_000;
    if (line.accept) {
      await actOnMessage(then(line.by), { id, seq: price_seq, act: 'accept' }).catch(unlessDone);
      continue;
    }
    if (line.reaction) {
      await reactTo(then(line.by), { id, seq: last, reaction: line.reaction });
      continue;
    }
    const { seq } = await sendMessage(then(line.by), {
      ...{ id, client_id: `demo-talk-${n}-${i}`, file_id: 0, item_id: 0, confirmed: true },
      ...(line.price ? { type: 'price', text: '', price: line.price } : { type: 'text', text: line.text ?? '', price: null }),
    });
    if (line.price) price_seq = seq;
    // who speaks has read what stands before; the last word waits for its reader
    last = seq;
    await readUpTo(then(line.by), { id, seq: last });
  }
}

/** Accepted, or written, before a crash. */
function unlessDone(error: unknown): void {
  if ((error as { status?: number }).status !== 409) throw error;
}
