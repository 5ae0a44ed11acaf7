import type { Ctx } from '#server/app/ctx.ts';
import { askAssistant } from '#server/modules/assistant/index.ts';

/** A question of A's that waits for its answer. */
export async function assistantThings(ctx: Ctx, mark: string): Promise<Record<string, unknown>> {
  const asked = {
    key: 'owned-question',
    conversation_id: 0,
    after: 0,
    beside: 0,
    tool: '',
    question: `${mark}年会`,
    input: {},
    pay: false,
  } as const;
  const turn = await askAssistant(ctx, asked);
  return { assistant_answer: turn.id, assistant_conversation: turn.conversation_id };
}
