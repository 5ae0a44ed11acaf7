import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { textField, wholeNumber } from '#contract/input-fields.ts';
import { nextPartOutput, uploadSignatureOutput, uploadStateOutput } from '#contract/outputs/publish.ts';
import { UPLOAD_PURPOSES, type UploadPurpose } from '#contract/publish.ts';

const call = callsOf('upload');

/** The last part waits for the file's check: hash, structure, pages. */
const PART_TIMEOUT_MS = 150_000;
const sizeField = wholeNumber('文件大小无效', 0, Number.MAX_SAFE_INTEGER);
export const partFields = z.object({
  policy: z.string({ error: '缺少上传凭证' }).min(1, '缺少上传凭证').max(2_000, '上传凭证无效'),
  signature: z.string({ error: '缺少上传签名' }).regex(/^[0-9a-f]{64}$/, '上传签名无效'),
  offset: sizeField.default(0),
});

export const publishingUploadCalls = {
  signature_new: call('POST', '/api/oss/signature_new', {
    summary: '申请上传签名：文件随后按 host 以签名字段分片上传',
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
  }),
  next: call('POST', '/upload/:key/next', {
    summary: '直传的下一个分片：返回进度与签名地址（PUT，十分钟内有效，长度固定）；全部到齐后检查并保存文件',
    acts: 'publish',
    timeout_ms: PART_TIMEOUT_MS,
    owned: { key: 'upload' },
    input: partFields.omit({ offset: true }),
    output: nextPartOutput,
  }),
  post__key: call('POST', '/upload/:key', {
    summary: '上传一个分片：multipart 表单（policy、signature、offset、file）或原始字节（凭证放在请求头）',
    acts: 'publish',
    raw_body: true,
    timeout_ms: PART_TIMEOUT_MS,
    owned: { key: 'upload' },
    input: z.object({ offset: sizeField.optional() }),
    output: uploadStateOutput,
  }),
  get__key: call('GET', '/upload/:key', {
    summary: '已收到多少字节，用于断点续传',
    acts: 'publish',
    owned: { key: 'upload' },
    output: uploadStateOutput,
  }),
  _signed: call('GET', '/attachment/:signed', {
    summary: '签名链接下载附件，十分钟内有效，支持 Range 续传；以其他账号登录时拒绝',
    auth: 'optional',
    lenient: true,
    owned: { signed: 'link' },
    answers: 'application/octet-stream',
  }),
};
