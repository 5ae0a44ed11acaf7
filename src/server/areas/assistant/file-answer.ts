import { contentDisposition } from '../../kernel/disposition.ts';
import type { AnswerFile } from '../../modules/assistant/index.ts';

/** A drawn file as a download. */
export const fileAnswer = (file: AnswerFile): Response =>
  new Response(file.bytes, {
    headers: {
      'content-type': file.type,
      'content-disposition': contentDisposition(file.name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
