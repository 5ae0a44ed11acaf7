import { randomBytes } from 'node:crypto';
import { KINDS } from '#contract/kinds.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { EMPTY_FORM, type ItemForm, type UploadSignature, type UploadState } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { renderFile, storeOriginal } from '#server/modules/publishing/index.ts';
import { file_pages, files, renderings } from '#server/modules/publishing/tables.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import type { CallResult, TestApp } from './app.ts';
import type { Person } from './item-world.ts';

/** Applications that have their default terms: writing some hundred rows again for every form is what forms cost most. */
const with_terms = new WeakMap<TestApp, Promise<void>>();

/** A form that may be submitted, on the site's default terms. */
export async function makeForm(t: TestApp, form: Partial<ItemForm>): Promise<ItemForm> {
  const installing = with_terms.get(t) ?? inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  with_terms.set(t, installing);
  await installing;
  const { categories } = await kindTerms(t.ctx(), KINDS.scheme);
  const category = categories[0];
  return {
    ...EMPTY_FORM,
    title: '2026 星光年会整案',
    introduction: '从签到到晚宴的完整流程',
    category_id: category?.id ?? null,
    category_id_sub: category?.children?.[0]?.id ?? null,
    tags: ['年会', '星光'],
    price: '19.90',
    free_pages: 2,
    change_note: '更正了几处文字',
    ...form,
  };
}

/** Stores a file as that user and, unless told otherwise, draws its pages at once. */
export async function storeFile(
  t: TestApp,
  owner: Person,
  data: Uint8Array,
  options: { render?: boolean; name?: string } = {},
): Promise<number> {
  const ctx = createCtx(t.app, owner.actor, 'test');
  const file_id = await storeOriginal(ctx, { purpose: 'document', name: options.name ?? '方案.pdf', data });
  if (options.render !== false) await renderFile(t.ctx(), file_id);
  return file_id;
}

/** An original with so many rendered pages, written straight into tables and storage: for tests that are not about rendering. */
export async function makeRenderedFile(t: TestApp, owner: Person, pages = 4, type = 'pdf'): Promise<number> {
  const { storage } = t.app.providers;
  const data = randomBytes(2_000);
  const key = newStorageKey();
  await storage.putPrivate(key, data);
  const file = { owner_id: owner.id, key, name: `方案.${type}`, size_bytes: data.length, sha256: sha256(data), type };
  const [row] = await t.app.db.insert(files).values(file).returning({ id: files.id });
  const file_id = row?.id ?? 0;
  await t.app.db.insert(renderings).values({ file_id, status: 'done', done_pages: pages, page_count: pages });
  for (let page_no = 1; page_no <= pages; page_no++) {
    const page_key = newStorageKey();
    for (const width of pictureWidths(1440)) await storage.putPrivate(pictureFile(page_key, width), Buffer.from(`page ${page_no}`));
    const page = { file_id, page_no, width: 1440, height: 810, key: page_key, text: `策猫方案 第 ${page_no} 页` };
    await t.app.db.insert(file_pages).values(page);
  }
  return file_id;
}

/** Asks for a signature as the browser does. */
export async function signUpload(t: TestApp, token: string, size: number, type = 'scheme'): Promise<UploadSignature> {
  const { body } = await t.call<UploadSignature>('POST', '/api/oss/signature_new', {
    token,
    body: { type, file_type: 'application/pdf', style: '', save_name: '方案.pdf', size },
  });
  if (body.code !== 0) throw new Error(body.msg);
  return body.data;
}

/** Posts one raw part. */
export function sendPart(
  t: TestApp,
  token: string,
  signed: UploadSignature,
  offset: number,
  data: Uint8Array,
): Promise<CallResult<UploadState>> {
  return t.call<UploadState>('POST', `/upload/${signed.upload_key}`, {
    token,
    query: { offset },
    body: data,
    headers: {
      'content-type': 'application/octet-stream',
      'x-upload-policy': signed.policy,
      'x-upload-signature': signed.signature,
    },
  });
}
