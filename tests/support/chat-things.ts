import type { Ctx } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';

/** A conversation of A about somebody's work. @returns its id */
export async function ownTalk(ctx: Ctx, item_id: number, mark: string): Promise<number> {
  const { id } = await askAbout(ctx, { kind: 'item', id: item_id });
  const said = { id, client_id: 'owned-message', type: 'text', text: `${mark}你好`, file_id: 0, item_id: 0 } as const;
  await sendMessage(ctx, { ...said, price: null, confirmed: true });
  return id;
}
