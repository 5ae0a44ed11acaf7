import type { Context } from 'hono';
import { downloadsCalls, linkCall, linkStateCall, takingCall } from '#contract/downloads/calls.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { refusalPage } from '../../http/error-page.ts';
import { sendFile } from '../../http/send-file.ts';
import { AppError } from '../../kernel/errors.ts';
import { grantRows } from '../../modules/access/index.ts';
import { captchaJobs, newCaptcha } from '../../modules/captcha/index.ts';
import {
  captchaAfterDownloads,
  downloadRows,
  downloadState,
  freeDownloadsPerDay,
  grantDownload,
  openDownload,
  openOriginal,
  openPage,
} from '../../modules/downloads/index.ts';
import type { Manifest } from '../manifest.ts';

/** Asking for a file: GET says whether and how, POST gives the link. Without a kind it serves every item that has a file. */
const linkEndpoints = (path: string, kind?: KindFacts) => [
  kind?.calls?.download_by_get
    ? takingEndpoint(path, kind, kind.calls.download_by_get)
    : serve(linkStateCall(path, kind?.key ?? 'work'), (ctx, { id }) => downloadState(ctx, { item_id: id, ...(kind && { kind }) })),
  serve(linkCall(path, kind?.key ?? 'work'), (ctx, { id, key, captcha }) =>
    grantDownload(ctx, {
      item_id: id,
      ...(kind && { kind }),
      ...(key === undefined ? {} : { key }),
      ...(captcha === undefined ? {} : { captcha }),
    }),
  ),
];

const takingEndpoint = (path: string, kind: KindFacts, id_name: string) =>
  serve(takingCall(path, id_name, kind.key), (ctx, input) =>
    grantDownload(ctx, { item_id: input[id_name] as number, kind, once_a_day: true }),
  );

export const downloadEndpoints = [
  serve(downloadsCalls.captcha, async (ctx) => ({ captcha: await newCaptcha(ctx) })),
  // the specification has one call for schemes and PPTs: it answers for every item with a file
  ...linkEndpoints(KINDS.scheme.calls.download),
  ...KINDS_WITH_CALLS.filter(({ key }) => key !== KINDS.scheme.key).flatMap((kind) =>
    kind.calls.download ? linkEndpoints(kind.calls.download, kind) : [],
  ),
  serve(downloadsCalls.file, (ctx, _input, c) => refusalAsPage(c, () => sendDownload(ctx, c, openDownload))),
  serve(downloadsCalls.original, (ctx, _input, c) => refusalAsPage(c, () => sendDownload(ctx, c, openOriginal))),
  serve(downloadsCalls.page, async (ctx, _input, c) => {
    const page = await openPage(ctx, c.req.param('signed') ?? '');
    const headers = { 'content-type': 'image/webp', 'cache-control': 'private, max-age=600, immutable' };
    return sendFile(c, { ...page, headers }, ctx.log);
  }),
];

async function sendDownload(ctx: Ctx, c: Context, open: typeof openDownload): Promise<Response> {
  const file = await open(ctx, c.req.param('signed') ?? '');
  const headers = { 'content-type': file.type, 'content-disposition': file.disposition, 'cache-control': 'private, no-cache' };
  return sendFile(c, { ...file, headers }, ctx.log);
}

/** A browser that navigates to a refused link gets a page for people; everything else the envelope. */
async function refusalAsPage(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !c.req.header('accept')?.includes('text/html')) throw error;
    return refusalPage(error.status, error.message);
  }
}

export const downloadsArea: Manifest = {
  name: 'downloads',
  endpoints: downloadEndpoints,
  jobs: captchaJobs,
  settings: [freeDownloadsPerDay, captchaAfterDownloads],
  personal: { files: { 已获得的内容: grantRows, 下载记录: downloadRows } },
};
