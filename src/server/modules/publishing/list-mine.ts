import type { KindFacts } from '#contract/kinds.ts';
import { type ItemStatus, PUBLISH_TABS, type PublishedList, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { allKinds, countItemsOf, type Item, itemsOf, kindOf } from '../catalog/index.ts';
import { salesOf } from '../sales/index.ts';
import { findCovers, findPagesOf } from './drafts/draft-versions.repo.ts';
import { type DraftRow, findDrafts, findRenderings, type RenderingRow } from './repo.ts';
import { isOpen } from './rules.ts';
import { signPicture } from './take-picture.ts';

/** Own items of one tab, of one kind or all, newest first, with the state of what renders and the number of rows a tab. */
export async function listMine(
  ctx: Ctx,
  input: { kind?: KindFacts; tab: PublishTab; page: number; limit: number },
): Promise<PublishedList> {
  const publisher_id = requireUser(ctx);
  const { statuses } = PUBLISH_TABS[input.tab];
  // what ends by itself has a list of its own
  const kinds = input.kind ? [input.kind] : allKinds().filter(({ ends }) => !ends);
  const offset = (input.page - 1) * input.limit;
  const [items, by_status] = await Promise.all([
    itemsOf(ctx, { kinds, publisher_id, statuses, offset, limit: input.limit }),
    countItemsOf(ctx, publisher_id, kinds),
  ]);
  const ids = items.map((item) => item.id);
  const [drafts, sales] = await Promise.all([findDrafts(ctx.db, ids), salesOf(ctx, publisher_id, ids)]);
  const file_ids = [...drafts.values()].flatMap((draft) => fileOf(draft) ?? []);
  const renderings = await findRenderings(ctx.db, file_ids);
  const covers = await draftCovers(ctx, items, drafts);
  const count = (tab: PublishTab) => PUBLISH_TABS[tab].statuses.reduce((sum, status) => sum + (by_status.get(status) ?? 0), 0);
  const counts = Object.fromEntries(Object.keys(PUBLISH_TABS).map((tab) => [tab, count(tab as PublishTab)]));
  return {
    list: items.map((item) =>
      rowOf(ctx, item, { draft: drafts.get(item.id), renderings, cover: covers.get(item.id), sales: sales.get(item.id) }),
    ),
    total: count(input.tab),
    page: input.page,
    limit: input.limit,
    counts: counts as Record<PublishTab, number>,
  };
}

/** The file whose pages are reported: what was submitted before what is being typed. */
function fileOf(draft: DraftRow | undefined): number | null {
  return draft?.submitted?.file_id ?? draft?.file_id ?? null;
}

/** What an item without a cover would get as one, by item: the chosen page once it is drawn, or the uploaded picture. */
async function draftCovers(ctx: Ctx, items: readonly Item[], drafts: Map<number, DraftRow>): Promise<Map<number, PictureBox>> {
  const bare = items.flatMap((item) => (item.cover_key === '' ? (drafts.get(item.id) ?? []) : []));
  const pages = await findPagesOf(
    ctx.db,
    bare.flatMap(({ form }) => (form.file_id === null ? [] : { file_id: form.file_id, page_no: form.cover_page ?? 1 })),
  );
  const uploads = await findCovers(
    ctx.db,
    bare.flatMap(({ form }) => form.cover_file_id ?? []),
  );
  const chosen = ({ form }: DraftRow) => uploads.get(form.cover_file_id ?? 0) ?? pages.get(form.file_id ?? 0);
  return new Map(bare.flatMap((draft) => (chosen(draft) ? [[draft.item_id, chosen(draft) as PictureBox]] : [])));
}

interface RowParts {
  draft: DraftRow | undefined;
  renderings: Map<number, RenderingRow>;
  cover: PictureBox | undefined;
  sales: { sale_num: number; earning_fen: number } | undefined;
}

function rowOf(ctx: Ctx, item: Item, { draft, renderings, cover, sales }: RowParts): PublishedRow {
  const box = item.cover_key === '' ? cover : { key: item.cover_key, width: item.cover_width, height: item.cover_height };
  const file_id = fileOf(draft);
  const rendering = file_id ? renderings.get(file_id) : undefined;
  const shows = rendering && (isOpen(rendering.status) || rendering.status === 'failed');
  const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);
  return {
    id: item.id,
    kind: kindOf(item.kind).key,
    title: item.title,
    cover_src: box ? signPicture(ctx, box, 320).src : '',
    status: item.status as ItemStatus,
    reject_reason: item.status === 'failed' ? (rendering?.failure ?? '') : item.reject_reason,
    render: shows
      ? { status: rendering.status, done_pages: rendering.done_pages, page_count: rendering.page_count, failure: rendering.failure }
      : null,
    price: Number(fenToYuan(item.price_fen)),
    vip_only: item.vip_only,
    pages: item.page_count,
    format: item.format,
    sale_num: sales?.sale_num ?? 0,
    download_num: item.download_num,
    view_num: item.view_num,
    earnings: Number(fenToYuan(sales?.earning_fen ?? 0)),
    created_at: seconds(item.created_at),
    published_at: seconds(item.published_at),
    publish_at: seconds(item.publish_at),
    updated_at: seconds(item.updated_at),
  };
}

type PictureBox = Parameters<typeof signPicture>[1];
