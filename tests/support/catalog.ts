import { KINDS } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { outboxHandlers } from '#server/areas/index.ts';
import { createItem, ensureTags, type NewItem, savePages, setItemStatus } from '#server/modules/catalog/index.ts';
import { deliverOutbox } from '#server/outbox/outbox.ts';
import { makePerson } from './people.ts';

/** A user to publish with. */
export async function makePublisher(ctx: Ctx, nickname = '星河策划'): Promise<number> {
  return (await makePerson({ app: ctx.app, ctx: () => ctx }, { nickname })).id;
}

export interface ItemWish extends Partial<NewItem> {
  tags?: string[];
  status?: ItemStatus;
  published_at?: Date;
}

/** An item through the catalog's door, a published scheme unless said otherwise. */
export async function makeItem(
  ctx: Ctx,
  { kind = KINDS.scheme, tags = [], status = 'published', published_at, ...fields }: ItemWish,
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const tag_ids = await ensureTags(tx, kind, tags);
    const page_texts = fields.page_texts ?? [];
    const id = await createItem(tx, {
      title: '未命名方案',
      format: 'pdf',
      free_pages: 2,
      ...fields,
      publisher_id: fields.publisher_id ?? 0,
      kind,
      tag_ids,
    });
    const pages = page_texts.map((_text, index) => ({ page_no: index + 1, width: 1440, height: 810, key: `aa/bb/${id}-${index + 1}` }));
    if (pages.length > 0) await savePages(tx, id, pages, page_texts);
    if (status !== 'draft') await setItemStatus(tx, id, ['draft'], status, { published_at });
    return id;
  });
}

/** Lets the reactions to what was announced happen now. */
export async function settleOutbox(ctx: Ctx): Promise<void> {
  while ((await deliverOutbox(ctx.app, outboxHandlers(ctx.app))) > 0);
}
