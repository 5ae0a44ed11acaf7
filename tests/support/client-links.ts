import sharp from 'sharp';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import type { ItemStatus } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { savePages } from '#server/modules/catalog/index.ts';
import { client_links, client_views } from '#server/modules/client-links/tables.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { makeItem } from './catalog.ts';

const PAGE = { width: 1440, height: 810 };

/** A work of three pages whose pictures lie in private storage. */
export async function makeShownWork(
  ctx: Ctx,
  facts: { publisher_id: number; title?: string; status?: ItemStatus; pages?: number },
): Promise<number> {
  const { pages: count = 3, ...of } = facts;
  const id = await makeItem(ctx, { price_fen: 9_900, title: '中秋晚宴方案', free_pages: 1, ...of, page_texts: [] });
  const pages = Array.from({ length: count }, (_, at) => ({ ...PAGE, page_no: at + 1, key: newStorageKey() }));
  const { storage } = ctx.app.providers;
  for (const { key, page_no } of pages) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="810"><rect width="100%" height="100%" fill="hsl(${page_no * 80} 40% 92%)"/><text x="120" y="420" font-size="96" fill="#333" font-family="Noto Sans CJK SC">第 ${page_no} 页</text></svg>`;
    for (const width of pictureWidths(PAGE.width))
      await storage.putPrivate(pictureFile(key, width), await sharp(Buffer.from(svg)).resize(width).webp().toBuffer());
  }
  await inTransaction(ctx, (tx) =>
    savePages(
      tx,
      id,
      pages,
      pages.map(() => ''),
    ),
  );
  return id;
}

export const giveWork = (ctx: Ctx, user_id: number, item_id: number, source: Parameters<typeof grantAccess>[1]['source'] = 'purchase') =>
  inTransaction(ctx, (tx) => grantAccess(tx, { user_id, item_id, source, source_id: null }));

/** A link of somebody's with one who looked, written down as it is. @returns its id */
export async function madeLink(ctx: Ctx, user_id: number, item_id: number, title = '客户看的'): Promise<number> {
  const ends_at = new Date(ctx.app.clock.now().getTime() + 86_400_000);
  const row = { code: `code-of-${user_id}`, user_id, item_id, title, name: title, ends_at };
  const [link] = await ctx.db.insert(client_links).values(row).returning({ id: client_links.id });
  await ctx.db.insert(client_views).values({ link_id: link?.id ?? 0, visitor: 'v', device: 'iPhone · 微信', pages: [1, 2], ends_at });
  return link?.id ?? 0;
}
