import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { XLSX_TYPE } from '#contract/admin.ts';
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

/** A CSV that is saved under `name`, with `no-store`: whole, or in pieces that are made while it is sent. */
export function csvAnswer(name: string, text: string | AsyncGenerator<string>): Response {
  return new Response(typeof text === 'string' ? text : (streamed(text) as unknown as BodyInit), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** A book for spreadsheets that is saved under `name`, sent while it is made. */
export function xlsxAnswer(name: string, data: Readable): Response {
  return new Response(Readable.toWeb(data) as unknown as BodyInit, {
    headers: {
      'content-type': XLSX_TYPE,
      'content-disposition': contentDisposition(name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function streamed(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => pieces.return(undefined).then(() => undefined),
  });
}
