import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { type App, createCtx, inTransaction } from '#server/app/ctx.ts';
import { jobDefinitions, outboxHandlers } from '#server/areas/index.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import {
  createCollection,
  createItem,
  ensureTags,
  installDefaultTerms,
  kindTerms,
  savePages,
  setItemStatus,
} from '#server/modules/catalog/index.ts';
import { RECOUNT_JOB } from '#server/modules/catalog/jobs.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { deliverOutbox } from '#server/outbox/outbox.ts';
import { outbox } from '#server/outbox/tables.ts';
import type { SitePlace } from './site.ts';

export interface SiteWorld {
  publisher_id: number;
  /** A paid one with locked pages; the first of `schemes`. */
  paid: number;
  free: number;
  vip: number;
  /** Not published. */
  draft: number;
  schemes: number[];
  collection_id: number;
}

const PAGE = { width: 1440, height: 810 };
const PAGES = 12;
const FREE_PAGES = 3;

/** Covers take turns: drawing is the dearest part of a world. */
const COVERS = 4;

/** Fills a running, empty site of the test's own (`growWorld` says with what). */
export async function fillSite(site: SitePlace, count = 14): Promise<SiteWorld> {
  const booted = await boot(readConfig({ DATA_DIR: site.data_dir, SEED: 'NONE', LOG_LEVEL: 'fatal' }), { work: false });
  try {
    return await growWorld(booted.app, count);
  } finally {
    await booted.stop();
  }
}

/**
 * A publisher with published schemes that have real pages, made by the product's verbs: the first paid, the second free, the third for members. Resolves
 * when index, counters and pages have settled. May be called repeatedly.
 */
export async function growWorld(app: App, count: number): Promise<SiteWorld> {
  const ctx = createCtx(app, { kind: 'job', name: 'test' }, 'test');
  const { storage } = app.providers;

  /** The picture of that name, drawn unless another world of this site has drawn it. */
  const drawPage = async (name: string, hue: number, text: string, put: 'putPublic' | 'putPrivate' = 'putPublic') => {
    const key = `te/st/${name}`;
    const stat = put === 'putPublic' ? storage.statPublic : storage.statPrivate;
    if (await stat(pictureFile(key, pictureWidths(PAGE.width).at(-1) as number))) return key;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 30%)"/><circle cx="1100" cy="250" r="300" fill="hsl(${hue + 40} 60% 55%)"/><text x="120" y="420" font-size="96" fill="#fff" font-family="Noto Sans CJK SC">${text}</text></svg>`;
    const drawn = sharp(Buffer.from(svg));
    for (const width of pictureWidths(PAGE.width)) {
      await storage[put](pictureFile(key, width), await drawn.clone().resize(width).webp({ quality: 80 }).toBuffer());
    }
    return key;
  };

  const publisher_id = await createUser(ctx, {
    mobile: `159${String(randomInt(1e8)).padStart(8, '0')}`,
    password: null,
    nickname: '林深见鹿',
    city: '上海',
    show_job: '创意总监',
  });
  await inTransaction(ctx, (tx) => installDefaultTerms(tx));
  const { categories } = await kindTerms(ctx, KINDS.scheme);
  const schemes: number[] = [];
  // a buyer's browser asks for these too
  const locked_key = await drawPage('locked', 210, '解锁后可见', 'putPrivate');
  const inner_keys = [await drawPage('inner-1', 10, '目录'), await drawPage('inner-2', 20, '缘起与目标')];
  const make = async (at: number, price_fen: number, vip_only: boolean) => {
    const title = `「向光而行」企业年会晚宴方案 ${at + 1}`;
    const cover = at % COVERS;
    const keys = [await drawPage(`cover-${cover}`, cover * 75, `企业年会晚宴方案 ${cover + 1}`), ...inner_keys];
    const category = categories[at % categories.length];
    return inTransaction(ctx, async (tx) => {
      const id = await createItem(tx, {
        kind: KINDS.scheme,
        publisher_id,
        title,
        introduction: '为三百人的年会准备的完整方案：主题、流程、空间、分工与预算。',
        price_fen,
        org_price_fen: price_fen * 2,
        vip_only,
        format: 'pdf',
        category_id: category?.id ?? null,
        category_sub_id: category?.children?.[0]?.id ?? null,
        tag_ids: await ensureTags(tx, KINDS.scheme, ['年会', '晚宴', '互动']),
        cover_key: keys[0] ?? '',
        cover_width: PAGE.width,
        cover_height: PAGE.height,
        file_size_bytes: 5_400_000,
        free_pages: FREE_PAGES,
      });
      const pages = Array.from({ length: PAGES }, (_, page) => ({ page_no: page + 1, ...PAGE, key: keys[page] ?? locked_key }));
      await savePages(
        tx,
        id,
        pages,
        pages.map(({ page_no }) => `第 ${page_no} 页的文字：年会主题与流程安排`),
      );
      return id;
    });
  };
  const publish = (id: number) => inTransaction(ctx, (tx) => setItemStatus(tx, id, ['draft'], 'published'));
  for (let at = 0; at < count; at++) {
    const id = await make(at, at === 1 ? 0 : 6_800, at === 2);
    await publish(id);
    schemes.push(id);
  }
  const draft = await make(count, 6_800, false);
  const collection_id = await inTransaction(ctx, (tx) =>
    createCollection(tx, { kind: KINDS.scheme, title: '年会季必备', item_ids: schemes.slice(0, 5) }),
  );
  await settle(app);
  return {
    publisher_id,
    paid: schemes[0] as number,
    free: schemes[1] as number,
    vip: schemes[2] as number,
    draft,
    schemes,
    collection_id,
  };
}

/** Does now what the running site would do within some seconds, while a test is already reading its pages. */
async function settle(app: App): Promise<void> {
  await jobDefinitions(app)
    .find(({ name }) => name === RECOUNT_JOB)
    ?.run({}, new AbortController().signal);
  const waiting = and(isNull(outbox.delivered_at), isNull(outbox.failed_at));
  // nothing is delivered here while the site itself is delivering
  while ((await app.db.$count(outbox, waiting)) > 0) if ((await deliverOutbox(app, outboxHandlers(app))) === 0) await wait(20);
}
