import type { Context } from 'hono';
import { z } from 'zod';
import { UPLOAD_PART_BYTES, UPLOAD_PURPOSES, type UploadPurpose } from '#contract/publish.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput, textField, wholeNumber } from '../../http/fields.ts';
import { nextPartOutput, uploadSignatureOutput, uploadStateOutput } from '../../http/outputs/publish.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError } from '../../kernel/errors.ts';
import { nextPart, openAttachment, openUpload, receivePart, uploadState } from '../../modules/publishing/index.ts';

/** A form has a little more around the part's bytes. */
const FORM_SPARE_BYTES = 16 * 1024;
/** The last part waits for the file's check: hash, structure, pages. */
const PART_TIMEOUT_MS = 150_000;

const sizeField = wholeNumber('文件大小无效', 0, Number.MAX_SAFE_INTEGER);

const partFields = z.object({
  policy: z.string({ error: '缺少上传凭证' }).min(1, '缺少上传凭证').max(2_000, '上传凭证无效'),
  signature: z.string({ error: '缺少上传签名' }).regex(/^[0-9a-f]{64}$/, '上传签名无效'),
  offset: sizeField.default(0),
});

type PartBody = z.output<typeof partFields> & { data: AsyncIterable<Uint8Array> };

export const uploadEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/oss/signature_new',
    summary: '申请上传签名：文件随后按 host 以签名字段分片上传',
    tag: 'upload',
    auth: 'user',
    acts: 'publish',
    // a hundred pictures, a film and a file, and some of them again
    limit: { points: 300, window_s: 600 },
    input: z.object({
      // scheme: the specification's word for a document of any kind
      type: z
        .enum([...UPLOAD_PURPOSES, 'scheme'], { error: '上传用途无效' })
        .transform((type): UploadPurpose => (type === 'scheme' ? 'document' : type)),
      file_type: textField('文件类型', 120).default(''),
      style: textField('样式', 60).default(''),
      save_name: textField('文件名', 255, 1),
      size: sizeField,
      // the sender can put parts where `next` says, if the storage takes them
      direct: z.boolean({ error: '上传方式无效' }).default(false),
    }),
    output: uploadSignatureOutput,
    handle: (ctx, { type, save_name, size, direct }) => openUpload(ctx, { purpose: type, name: save_name, size_bytes: size, direct }),
  }),
  endpoint({
    method: 'POST',
    path: '/upload/:key/next',
    summary: '直传的下一个分片：返回进度与签名地址（PUT，十分钟内有效，长度固定）；全部到齐后检查并保存文件',
    tag: 'upload',
    auth: 'user',
    acts: 'publish',
    timeout_ms: PART_TIMEOUT_MS,
    input: partFields.omit({ offset: true }),
    output: nextPartOutput,
    handle: (ctx, ticket, c) => nextPart(ctx, { upload_key: keyOf(c), ...ticket }),
  }),
  endpoint({
    method: 'POST',
    path: '/upload/:key',
    summary: '上传一个分片：multipart 表单（policy、signature、offset、file）或原始字节（凭证放在请求头）',
    tag: 'upload',
    auth: 'user',
    acts: 'publish',
    raw_body: true,
    timeout_ms: PART_TIMEOUT_MS,
    input: z.object({ offset: sizeField.optional() }),
    output: uploadStateOutput,
    handle: async (ctx, { offset }, c) => receivePart(ctx, { upload_key: keyOf(c), ...(await readPart(c, offset)) }),
  }),
  endpoint({
    method: 'GET',
    path: '/upload/:key',
    summary: '已收到多少字节，用于断点续传',
    tag: 'upload',
    auth: 'user',
    acts: 'publish',
    input: z.object({}),
    output: uploadStateOutput,
    handle: (ctx, _input, c) => uploadState(ctx, keyOf(c)),
  }),
  endpoint({
    method: 'GET',
    path: '/attachment/:signed',
    summary: '签名链接下载附件，十分钟内有效，支持 Range 续传；以其他账号登录时拒绝',
    tag: 'upload',
    auth: 'optional',
    input: noInput,
    answers: 'application/octet-stream',
    handle: async (ctx, _input, c) => {
      const { name, ...file } = await openAttachment(ctx, c.req.param('signed') ?? '');
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': contentDisposition(name),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      };
      return sendFile(c, { ...file, headers }, ctx.log);
    },
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
