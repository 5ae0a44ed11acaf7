import type { Ctx } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';

/** Calls of conversations, as `gateway-ownership.test.ts` declares them; `talk` is A's. */
export const CHAT_OWNERSHIP: Record<string, { expect: 'refused'; with?: Record<string, unknown>; why?: string }> = {
  'GET /user/chat/conversation': { expect: 'refused', with: { id: 'talk' } },
  'GET /user/chat/messages': { expect: 'refused', with: { id: 'talk' } },
  'GET /user/chat/before': { expect: 'refused', with: { id: 'talk' } },
  'POST /user/chat/send': { expect: 'refused', with: { id: 'talk', client_id: 'foreign-message', text: '你好' } },
  'POST /user/chat/settle': { expect: 'refused', with: { id: 'talk', seq: 1, act: 'accept' } },
  'POST /user/chat/recall': { expect: 'refused', with: { id: 'talk', seq: 1 } },
  'PUT /user/chat/read': { expect: 'refused', with: { id: 'talk', seq: 1 } },
  'PUT /user/chat/mute': { expect: 'refused', with: { id: 'talk', muted: 1 } },
  'PUT /user/chat/block': { expect: 'refused', with: { id: 'talk', blocked: 1 } },
  'POST /user/chat/report': { expect: 'refused', with: { id: 'talk', seq: 1, reason: '骚扰' } },
  'POST /user/chat/open': { expect: 'refused', with: { kind: 'item', id: 'draft' }, why: 'a draft is asked about by nobody' },
  'GET /user/chat/file': {
    expect: 'refused',
    with: { id: 1, user_id: 1, case_id: 0, expires: 9_999_999_999, sign: '0'.repeat(64) },
    why: 'signed for one reader',
  },
  'GET /user/chat/plainLink': { expect: 'refused', with: { id: 'talk' } },
  'GET /user/chat/plain': {
    expect: 'refused',
    with: { id: 'talk', user_id: 1, token_id: 1, expires: 9_999_999_999, sign: '0'.repeat(64) },
    why: 'signed for one reader',
  },
  'POST /user/chat/plain': {
    expect: 'refused',
    with: { id: 'talk', user_id: 1, token_id: 1, expires: 9_999_999_999, sign: '0'.repeat(64), client_id: 'foreign-plain', text: '你好' },
    why: 'signed for one reader',
  },
  'GET /admin/chat/case': { expect: 'refused', with: { id: 1 } },
};

/** A conversation of A about somebody's work. @returns its id */
export async function ownTalk(ctx: Ctx, item_id: number, mark: string): Promise<number> {
  const { id } = await askAbout(ctx, { kind: 'item', id: item_id });
  const said = { id, client_id: 'owned-message', type: 'text', text: `${mark}你好`, file_id: 0, item_id: 0 } as const;
  await sendMessage(ctx, { ...said, price: null, confirmed: true });
  return id;
}
