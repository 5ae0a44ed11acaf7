import type { Context } from 'hono';
import { z } from 'zod';
import { downloadsCalls } from '#contract/downloads/calls.ts';
import { idField, textField } from '#contract/input-fields.ts';
import { KINDS, KINDS_WITH_CALLS, type KindFacts } from '#contract/kinds.ts';
import { downloadAnswerOutput, downloadStateOutput } from '#contract/outputs/download.ts';
import type { Ctx } from '../../app/ctx.ts';
import { endpoint, serve } from '../../http/endpoint.ts';
import { refusalPage } from '../../http/error-page.ts';
import { sendFile } from '../../http/send-file.ts';
import { AppError } from '../../kernel/errors.ts';
import { newCaptcha } from '../../modules/captcha/index.ts';
import { downloadState, grantDownload, openDownload, openOriginal, openPage } from '../../modules/downloads/index.ts';

/** Asking for a file: GET says whether and how, POST gives the link. Without a kind it serves every item that has a file. */
const linkCalls = (path: string, kind?: KindFacts) => [
  kind?.calls?.download_by_get
    ? takingCall(path, kind, kind.calls.download_by_get)
    : endpoint({
        method: 'GET',
        path,
        summary: '是否可以下载，以及还差什么；不占用任何次数',
        tag: 'download',
        auth: 'optional',
        input: z.object({ id: idField }),
        output: downloadStateOutput,
        handle: (ctx, { id }) => downloadState(ctx, { item_id: id, ...(kind && { kind }) }),
      }),
  endpoint({
    method: 'POST',
    path,
    summary: '申请下载链接：status 1 为加密链接，3 为今日免费次数用完，4 为需要验证码',
    tag: 'download',
    auth: 'user',
    input: z.object({ id: idField, key: textField('验证码编号', 64).optional(), captcha: textField('验证码', 16).optional() }),
    limit: { points: 120, window_s: 60 },
    output: downloadAnswerOutput,
    handle: (ctx, { id, key, captcha }) =>
      grantDownload(ctx, {
        item_id: id,
        ...(kind && { kind }),
        ...(key === undefined ? {} : { key }),
        ...(captcha === undefined ? {} : { captcha }),
      }),
  }),
];

/** The specification's GET that takes: the same day again it is the same download, so repeating it costs nothing. */
const takingCall = (path: string, kind: KindFacts, id_name: string) =>
  endpoint({
    method: 'GET',
    path,
    summary: '申请下载链接，同一天重复申请只算一次：status 1 为加密链接，3 为今日免费次数用完，4 为需要验证码',
    tag: 'download',
    auth: 'user',
    input: z.object({ [id_name]: idField }),
    output: downloadAnswerOutput,
    limit: { points: 120, window_s: 60 },
    handle: (ctx, input) => grantDownload(ctx, { item_id: input[id_name] as number, kind, once_a_day: true }),
  });

export const downloadEndpoints = [
  serve(downloadsCalls.captcha, async (ctx) => ({ captcha: await newCaptcha(ctx) })),
  // the specification has one call for schemes and PPTs: it answers for every item with a file
  ...linkCalls(KINDS.scheme.calls.download),
  ...KINDS_WITH_CALLS.filter(({ key }) => key !== KINDS.scheme.key).flatMap((kind) =>
    kind.calls.download ? linkCalls(kind.calls.download, kind) : [],
  ),
  serve(downloadsCalls.download__signed, (ctx, _input, c) => refusalAsPage(c, () => sendDownload(ctx, c, openDownload))),
  serve(downloadsCalls.original__signed, (ctx, _input, c) => refusalAsPage(c, () => sendDownload(ctx, c, openOriginal))),
  serve(downloadsCalls.page__signed, async (ctx, _input, c) => {
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
