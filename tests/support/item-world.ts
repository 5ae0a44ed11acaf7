import { randomBytes } from 'node:crypto';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { createItem, savePages, setItemStatus } from '#server/modules/catalog/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import type { TestApp } from './app.ts';

export { makePerson, type Person } from './people.ts';

export interface ItemOptions {
  /** Default: a scheme. */
  kind?: KindFacts;
  publisher_id: number;
  title?: string;
  price_fen?: number;
  vip_only?: boolean;
  pages?: number;
  free_pages?: number;
  format?: 'pdf' | 'pptx';
  bytes?: Buffer;
  status?: 'published' | 'draft' | 'reviewing' | 'rejected';
  term_ids?: number[];
  tag_ids?: number[];
}

export interface MadeItem {
  id: number;
  bytes: Buffer;
  /** Storage key of the original; pages have keys of their own. */
  key: string;
  page_keys: string[];
}

/** An item with a stored original and rendered pages (each page's picture holds the text `page N`). */
export async function makeItem(t: Pick<TestApp, 'app' | 'ctx'>, options: ItemOptions): Promise<MadeItem> {
  const { storage } = t.app.providers;
  const bytes = options.bytes ?? randomBytes(100_000);
  const format = options.format ?? 'pdf';
  const key = newStorageKey();
  await storage.putPrivate(key, bytes);
  const count = options.pages ?? 5;
  const page_keys = Array.from({ length: count }, () => newStorageKey());
  for (const [index, page_key] of page_keys.entries()) await storage.putPrivate(`${page_key}-320.webp`, Buffer.from(`page ${index + 1}`));
  const id = await inTransaction(t.ctx(), async (tx) => {
    const [file] = await tx.db
      .insert(files)
      .values({ owner_id: options.publisher_id, key, name: '原文件.pdf', size_bytes: bytes.length, sha256: sha256(bytes), type: format })
      .returning({ id: files.id });
    const item_id = await createItem(tx, {
      kind: options.kind ?? KINDS.scheme,
      term_ids: options.term_ids ?? [],
      tag_ids: options.tag_ids ?? [],
      publisher_id: options.publisher_id,
      title: options.title ?? '2026 年会策划方案',
      price_fen: options.price_fen ?? 0,
      org_price_fen: options.price_fen ?? 0,
      vip_only: options.vip_only ?? false,
      format,
      file_id: file?.id ?? null,
      file_size_bytes: bytes.length,
      free_pages: options.free_pages ?? 2,
    });
    const pages = page_keys.map((page_key, index) => ({ page_no: index + 1, width: 320, height: 240, key: page_key }));
    await savePages(
      tx,
      item_id,
      pages,
      page_keys.map((_key, index) => `第 ${index + 1} 页的文字`),
    );
    const status = options.status ?? 'published';
    if (status !== 'draft') await setItemStatus(tx, item_id, ['draft'], status);
    return item_id;
  });
  return { id, bytes, key, page_keys };
}
