import type { Context } from 'hono';
import type { z } from 'zod';
import { UPLOAD_PART_BYTES } from '#contract/publish.ts';
import { partFields, publishingUploadCalls } from '#contract/publishing/upload-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError } from '../../kernel/errors.ts';
import { nextPart, openAttachment, openUpload, receivePart, uploadState } from '../../modules/publishing/index.ts';

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
