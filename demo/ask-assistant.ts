import type { AssistantAsk } from '#contract/assistant.ts';
import { ASSISTANT_TOOLS, defaultInput } from '#contract/assistant-tools.ts';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { askAssistant, voteAnswer, writeAnswer } from '#server/modules/assistant/index.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { asUser } from './at-time.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'assistant';
const HOUR_MS = 3_600_000;

/** Conversations, each with its questions. */
const TALKS: ReadonlyArray<readonly string[]> = [
  ['年会的抽奖和节目怎么安排', '三百人的年会预算一般花在哪里'],
  ['发布会有哪些可以参考的灯光和舞台方案', '户外婚礼下雨了怎么办'],
  ['三百人的团建怎么安排', '换成室内的', '那预算呢'],
  ['量子纠缠的数学原理'],
];
const TOOL_WORDS: Readonly<Record<string, string>> = {
  theme: '星河科技十周年',
  to: '王经理',
  date: '12 月 20 日 14:00',
  place: '滨江会展中心',
  goal: '让员工和客户记住第十年',
  city: '杭州',
};

/**
 * What the demo's buyer and member asked the assistant: answered by the sandbox at once, whatever answers later. Again after a crash goes on
 * where it was.
 */
export async function fillAssistant(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const assistant = createSandboxAssistant({ pace_ms: 0 });
  const never = new AbortController().signal;
  const ask = async (
    user_id: number,
    hours_ago: number,
    wish: Pick<AssistantAsk, 'key' | 'tool' | 'question' | 'input' | 'conversation_id'>,
  ) => {
    const at = new Date(ctx.app.clock.now().getTime() - hours_ago * HOUR_MS);
    // written here and now: no job is sent
    const jobs = { ...ctx.app.jobs, send: async () => undefined };
    const then = createCtx(
      { ...ctx.app, clock: { now: () => at }, jobs, providers: { ...ctx.app.providers, assistant } },
      ctx.actor,
      ctx.request_id,
    );
    const turn = await askAssistant(asUser(then, user_id), { ...wish, after: 0, beside: 0, files: [], pay: false });
    if (turn.state === 'waiting') await writeAnswer(then, turn.id, never);
    return turn;
  };
  for (const [place, questions] of TALKS.entries()) {
    let conversation_id = 0;
    for (const [nth, question] of questions.entries()) {
      const turn = await ask(people.buyer_id, 40 - place * 12 - nth, {
        key: `demo-talk-${place}-${nth}`,
        tool: '',
        question,
        input: {},
        conversation_id,
      });
      conversation_id = turn.conversation_id;
      if (nth === 0 && place < 2)
        await voteAnswer(asUser(ctx, people.buyer_id), {
          id: turn.id,
          vote: place === 0 ? 1 : -1,
          note: place === 0 ? '' : '想要更多舞台图',
        });
    }
  }
  for (const [place, tool] of ASSISTANT_TOOLS.entries()) {
    const input = Object.fromEntries(Object.entries(defaultInput(tool)).map(([key, value]) => [key, value || (TOOL_WORDS[key] ?? '')]));
    await ask(people.member_id, 30 - place, { key: `demo-tool-${tool.key}`, tool: tool.key, question: '', input, conversation_id: 0 });
  }
  await noteMade(ctx, MADE);
}
