import { contentDisposition } from '../kernel/disposition.ts';
/** A PDF that is shown under `name`, with `no-store`. */
export function pdfAnswer(name: string, data: Uint8Array): Response {
  return new Response(new Uint8Array(data), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
