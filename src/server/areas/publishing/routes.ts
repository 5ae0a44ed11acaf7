import { Readable } from 'node:stream';
import type { z } from 'zod';
import { KINDS, type KindFacts, PUBLISHED_KINDS, type PublishCalls } from '#contract/kinds.ts';
import { publishingCalls } from '#contract/publishing/calls.ts';
import { type created, editCall, publishCalls, readCall } from '#contract/publishing/kind-calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { forbidden, invalid } from '../../kernel/errors.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import {
  decideWork,
  deleteDraft,
  discardChange,
  fileState,
  getOwnItem,
  heldPages,
  listHeld,
  listMine,
  openPicture,
  publishOptions,
  restoreItem,
  saveDraft,
  submitItem,
  takeDown,
} from '../../modules/publishing/index.ts';
import { pickItems } from '../../views/pick-items.ts';

type Changed = z.output<typeof created> & { id?: number };

function draftOf(kind: KindFacts, { id, draft_key, edition, action: _action, ...form }: Changed) {
  return { kind, id, draft_key, edition, form };
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
    serve(calls.remove, async (ctx, { id }) => {
      await deleteDraft(ctx, id, kind);
      return { id };
    }),
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
  serve(publishingCalls.decide, async (ctx, { id, decision, reason, seen_at }) => {
    await decideWork(ctx, { id, action: decision, reason, seen_at });
    return { id };
  }),
];
