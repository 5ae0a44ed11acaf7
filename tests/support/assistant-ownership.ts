import type { Ctx } from '#server/app/ctx.ts';
import { askAssistant } from '#server/modules/assistant/index.ts';

/** Calls of the assistant, as `gateway-ownership.test.ts` declares them; `assistant_answer` and `assistant_talk` are A's. */
export const ASSISTANT_OWNERSHIP: Record<string, { expect: 'refused'; with?: Record<string, unknown>; why?: string }> = {
  'POST /assistant/index/ask': {
    expect: 'refused',
    with: { key: 'foreign-question', conversation_id: 'assistant_talk', question: '年会怎么办' },
    why: 'a conversation is its owner’s',
  },
  'GET /assistant/index/answer': { expect: 'refused', with: { id: 'assistant_answer' } },
  'GET /assistant/index/stream': { expect: 'refused', with: { id: 'assistant_answer' } },
  'POST /assistant/index/stop': { expect: 'refused', with: { id: 'assistant_answer' } },
  'PUT /assistant/index/edit': { expect: 'refused', with: { id: 'assistant_answer', text: '改写' } },
  'PUT /assistant/index/vote': { expect: 'refused', with: { id: 'assistant_answer', vote: 1 } },
  'GET /assistant/index/export': { expect: 'refused', with: { id: 'assistant_answer', format: 'docx' } },
  'GET /assistant/index/conversation': { expect: 'refused', with: { id: 'assistant_talk' } },
  'PUT /assistant/index/rename': { expect: 'refused', with: { id: 'assistant_talk', title: '改写' } },
  'DELETE /assistant/index/remove': { expect: 'refused', with: { id: 'assistant_talk' } },
  'POST /assistant/index/restore': { expect: 'refused', with: { id: 'assistant_talk' } },
};

/** A question of A's that waits for its answer. */
export async function assistantThings(ctx: Ctx, mark: string): Promise<Record<string, unknown>> {
  const asked = { key: 'owned-question', conversation_id: 0, tool: '', question: `${mark}年会`, input: {}, pay: false } as const;
  const turn = await askAssistant(ctx, asked);
  return { assistant_answer: turn.id, assistant_talk: turn.conversation_id };
}
