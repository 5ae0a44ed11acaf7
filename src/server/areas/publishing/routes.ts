import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { z } from 'zod';
import { BULK_ROW_TEXT } from '#contract/bulk.ts';
import { KINDS, type KindFacts, PUBLISHED_KINDS, type PublishCalls } from '#contract/kinds.ts';
import { UPLOAD_PART_BYTES } from '#contract/publish.ts';
import { publishingCalls } from '#contract/publishing/calls.ts';
import { type created, editCall, publishCalls, readCall } from '#contract/publishing/kind-calls.ts';
import { publishingManyWorksCalls } from '#contract/publishing/many-works-calls.ts';
import { partFields, publishingUploadCalls } from '#contract/publishing/upload-calls.ts';
import { type BoundCourses, SERIES_ITEMS_MAX } from '#contract/series.ts';
import { type CourseFace, isAllFree } from '#contract/study.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError, forbidden, invalid } from '../../kernel/errors.ts';
import { timesOfBuyers } from '../../modules/access/index.ts';
import { allKinds, dropSeries, ownSeries, saveSeries } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import {
  bulkReport,
  columnsOf,
  decideWork,
  deleteDraft,
  discardChange,
  fileState,
  getOwnItem,
  heldPages,
  listBulk,
  listHeld,
  listMine,
  nextPart,
  openAttachment,
  openPicture,
  openUpload,
  previewAddress,
  publishOptions,
  receivePart,
  restoreItem,
  retryFile,
  saveDraft,
  scheduleItem,
  startBulk,
  submitItem,
  takeDown,
  uploadState,
} from '../../modules/publishing/index.ts';
import { courseFaces } from '../../modules/study/index.ts';
import { pickItems } from '../../views/feed.ts';
import { figures, figuresCsv } from '../../views/figures/figures.ts';

/** A form has a little more around the part's bytes. */
const FORM_SPARE_BYTES = 16 * 1024;

type PartBody = z.output<typeof partFields> & { data: AsyncIterable<Uint8Array> };

export const uploadEndpoints = [
  serve(publishingUploadCalls.signature_new, (ctx, { type, save_name, size, direct }) =>
    openUpload(ctx, { purpose: type, name: save_name, size_bytes: size, direct }),
  ),
  serve(publishingUploadCalls.next, (ctx, ticket, c) => nextPart(ctx, { upload_key: keyOf(c), ...ticket })),
  serve(publishingUploadCalls.post__key, async (ctx, { offset }, c) =>
    receivePart(ctx, { upload_key: keyOf(c), ...(await readPart(c, offset)) }),
  ),
  serve(publishingUploadCalls.get__key, (ctx, _input, c) => uploadState(ctx, keyOf(c))),
  serve(publishingUploadCalls._signed, async (ctx, _input, c) => {
    const { name, ...file } = await openAttachment(ctx, c.req.param('signed') ?? '');
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    };
    return sendFile(c, { ...file, headers }, ctx.log);
  }),
];

function keyOf(c: Context): string {
  const key = c.req.param('key') ?? '';
  if (!/^[\w-]{24}$/.test(key)) throw new AppError('上传已失效，请重新选择文件', { status: 404 });
  return key;
}

/** Raw bytes stream straight to the disk; a form is read into memory, so it may hold one part only. */
async function readPart(c: Context, offset: number | undefined): Promise<PartBody> {
  const type = c.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const fields = parse({ policy: c.req.header('x-upload-policy'), signature: c.req.header('x-upload-signature'), offset });
    return { ...fields, data: c.req.raw.body ?? nothing() };
  }
  const declared = Number(c.req.header('content-length') ?? Number.NaN);
  if (!(declared <= UPLOAD_PART_BYTES + FORM_SPARE_BYTES)) throw new AppError('每个分片最大 8 MB', { status: 413 });
  const form = await c.req.raw.formData().catch(() => {
    throw new AppError('上传的表单无法读取');
  });
  const file = form.get('file');
  if (!(file instanceof Blob)) throw new AppError('缺少文件内容', { fields: { file: '缺少文件内容' } });
  const fields = parse({ policy: form.get('policy'), signature: form.get('signature'), offset: offset ?? form.get('offset') ?? 0 });
  return { ...fields, data: file.stream() };
}

function parse(raw: Record<string, unknown>): z.output<typeof partFields> {
  const parsed = partFields.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError(issue?.message ?? '上传凭证无效', { fields: { [String(issue?.path[0] ?? 'policy')]: issue?.message ?? '' } });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function publishedKind(key: string) {
  const kind = PUBLISHED_KINDS.find((one) => one.key === key);
  if (!kind) throw invalid({ kind: '没有这类作品' });
  return kind;
}

/** Those of the works that somebody has permanently. */
async function soldOf(ctx: Ctx, item_ids: readonly number[]): Promise<ReadonlySet<number>> {
  const until = new Date(ctx.app.clock.now().getTime() + 1);
  const spans = await timesOfBuyers(
    ctx,
    item_ids.map((item_id) => ({ item_id, from: null, until })),
  );
  return new Set(spans.map(({ item_id }) => item_id));
}

/** The newest own courses whose release is bound. */
async function boundCourses(ctx: Ctx): Promise<BoundCourses> {
  const { list } = await listMine(ctx, { kind: KINDS.course, tab: 'all', page: 1, limit: SERIES_ITEMS_MAX });
  const items = list.map(({ id }) => ({ id, publisher_id: requireUser(ctx) }));
  const faces = await courseFaces(ctx, items);
  const ids = list.map(({ id }) => id);
  return { free: ids.filter((id) => isAllFree(faces[id] as CourseFace)), bought: [...(await soldOf(ctx, ids))] };
}

/** What publishers with many works need: a time to appear, a preview, series, figures, many works at once. */
export const manyWorksEndpoints: Endpoint[] = [
  serve(publishingManyWorksCalls.schedule, (ctx, { id, publish_at }) => scheduleItem(ctx, id, publish_at === 0 ? null : publish_at)),
  serve(publishingManyWorksCalls.preview, (ctx, { id }) => previewAddress(ctx, id)),
  serve(publishingManyWorksCalls.retry, (ctx, { file_id, id }) => {
    if (file_id !== undefined) return retryFile(ctx, { file_id });
    if (id === undefined) throw invalid({ file_id: '请选择文件' });
    return retryFile(ctx, { id });
  }),
  serve(publishingManyWorksCalls.get_series, async (ctx) => ({ list: await ownSeries(ctx), bound: await boundCourses(ctx) })),
  serve(publishingManyWorksCalls.post_series, (ctx, { price, ...input }) => saveSeries(ctx, { ...input, price_fen: price }, soldOf)),
  serve(publishingManyWorksCalls.put_series, (ctx, { price, ...input }) => saveSeries(ctx, { ...input, price_fen: price }, soldOf)),
  serveId(publishingManyWorksCalls.delete_series, (ctx, { id }) => dropSeries(ctx, id)),
  serve(publishingManyWorksCalls.figures, (ctx, { days, measure, id }) =>
    figures(ctx, { range: days, measure, ...(id === undefined ? {} : { id }) }),
  ),
  serve(publishingManyWorksCalls.csv, async (ctx, { days, table, id }) => {
    const { name, text } = figuresCsv(await figures(ctx, { range: days, measure: 'views', ...(id === undefined ? {} : { id }) }), table);
    return csvAnswer(name, text);
  }),
  serve(publishingManyWorksCalls.template, async (_ctx, { kind: key }) => {
    const kind = publishedKind(key);
    const columns = columnsOf(kind);
    const heading = columns.map(({ title, required }) => (required ? `${title}*` : title));
    return csvAnswer(`批量导入${kind.noun}.csv`, CSV_START + csvLine(heading) + csvLine(columns.map(({ example }) => example)));
  }),
  serve(publishingManyWorksCalls.post_bulk, (ctx, { kind, ...input }) => startBulk(ctx, { ...input, kind: publishedKind(kind) })),
  serve(publishingManyWorksCalls.list, async (ctx) => ({ list: await listBulk(ctx) })),
  serve(publishingManyWorksCalls.get_bulk, (ctx, { id }) => bulkReport(ctx, id)),
  serve(publishingManyWorksCalls.report, async (ctx, { id }) => {
    const { name, rows } = await bulkReport(ctx, id);
    const lines = rows.map((row) => csvLine([row.row_no, row.key, row.title, BULK_ROW_TEXT[row.status], row.message]));
    return csvAnswer(
      `导入结果-${name.replace(/\.zip$/i, '')}.csv`,
      CSV_START + csvLine(['行', '编号', '标题', '结果', '原因']) + lines.join(''),
    );
  }),
];

type Changed = z.output<typeof created> & { id?: number };

function draftOf(kind: KindFacts, { id, draft_key, edition, action: _action, change_note, ...form }: Changed) {
  return { kind, id, draft_key, edition, form: { ...form, change_note: change_note ?? '' }, asks_note: change_note !== undefined };
}

/** The calls by which items of one kind are published. They know no other kind: its items are not there for them. */
export function publishEndpoints(kind: KindFacts, paths: PublishCalls): Endpoint[] {
  const calls = publishCalls(kind, paths);
  const save = (ctx: Ctx, input: Changed) =>
    input.action === 'draft' ? saveDraft(ctx, draftOf(kind, input)) : submitItem(ctx, draftOf(kind, input));
  const { read, edit } = paths;
  return [
    serve(calls.options, (ctx) => publishOptions(ctx, kind)),
    serve(calls.create, save),
    serve(calls.change, save),
    ...(edit ? [serve(editCall(kind, edit), save)] : []),
    ...(read ? [serve(readCall(kind, read), (ctx, input) => getOwnItem(ctx, kind, input[read.id] as number))] : []),
    serve(calls.own, (ctx, { id }) => getOwnItem(ctx, kind, id)),
    serve(calls.discard, (ctx, { id }) => discardChange(ctx, kind, id)),
    serveId(calls.remove, (ctx, { id }) => deleteDraft(ctx, id, kind)),
    serve(calls.shelve, async (ctx, { id, action }) => ({
      id,
      status: action === 'down' ? await takeDown(ctx, id, kind) : await restoreItem(ctx, id, kind),
    })),
    serve(calls.mine, (ctx, input) => listMine(ctx, { ...input, kind })),
  ];
}

export const publishingEndpoints: Endpoint[] = [
  ...PUBLISHED_KINDS.flatMap((kind) => publishEndpoints(kind, kind.calls.publish)),
  serve(publishingCalls.mine, (ctx, { kind: key, ...input }) => {
    const kind = allKinds().find((one) => one.key === key);
    if (key !== '' && !kind) throw invalid({ kind: '没有这类作品' });
    // what is sold is the owner's business: employees see what stands in the shop
    const employed = ctx.actor.kind === 'user' && ctx.actor.employee_id !== undefined;
    if (employed && !kind?.shop) throw forbidden('员工只能管理店铺的作品');
    return listMine(ctx, { ...input, ...(kind ? { kind } : {}) });
  }),
  serve(publishingCalls.pick, async (ctx, { kind: key, keyword, id }) => {
    if (!Object.hasOwn(KINDS, key)) throw invalid({ kind: '没有这类内容' });
    const kind = allKinds().find((one) => one.key === key);
    // a kind that cannot be published yet
    if (!kind) return { list: [] };
    return { list: await pickItems(ctx, kind, id === undefined ? { keyword } : { id }) };
  }),
  serve(publishingCalls.file, (ctx, { file_id }) => fileState(ctx, file_id)),
  serve(publishingCalls.picture, async (ctx, ticket) => {
    const { data, size_bytes } = await openPicture(ctx, ticket);
    const headers = {
      'content-type': 'image/webp',
      'content-length': String(size_bytes),
      'cache-control': 'private, max-age=3600, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': contentDisposition('cemao.webp', 'inline'),
    };
    return new Response(Readable.toWeb(data) as ReadableStream, { headers });
  }),
  serve(publishingCalls.list, (ctx, input) => listHeld(ctx, input)),
  serve(publishingCalls.pages, (ctx, { id }) => heldPages(ctx, id)),
  serveId(publishingCalls.decide, (ctx, { id, decision, reason, seen_at }) => decideWork(ctx, { id, action: decision, reason, seen_at })),
];
