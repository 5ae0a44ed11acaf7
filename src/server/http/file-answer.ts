import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { XLSX_TYPE } from '#contract/admin.ts';
import { contentDisposition } from '../kernel/disposition.ts';

/** A PDF that is shown under `name`, with `no-store`. */
export const pdfAnswer = ({ name, data }: { name: string; data: Uint8Array }): Response =>
  answered(name, 'application/pdf', new Uint8Array(data));

/** A CSV that is saved under `name`, with `no-store`: whole, or in pieces that are made while it is sent. */
export const csvAnswer = (name: string, text: string | AsyncGenerator<string>): Response =>
  answered(name, 'text/csv; charset=utf-8', typeof text === 'string' ? text : (streamed(text) as unknown as BodyInit));

/** Dates for calendars that are saved under `name`, or read by their address. */
export const icsAnswer = (name: string, text: string, how?: 'inline'): Response =>
  answered(name, 'text/calendar; charset=utf-8', text, how);

/** A drawn file that is saved under `name`. */
export const drawnAnswer = ({ name, type, bytes }: { name: string; type: string; bytes: BodyInit }): Response =>
  answered(name, type, bytes);

/** Headers of a file that is for one reader alone. */
export const ownFileHeaders = (name: string, type: string): Record<string, string> => ({
  ...{ 'content-type': type, 'content-disposition': contentDisposition(name), 'cache-control': 'private, no-store' },
});

/** A book for spreadsheets that is saved under `name`, sent while it is made. */
export const xlsxAnswer = (name: string, data: Readable): Response =>
  answered(name, XLSX_TYPE, Readable.toWeb(data) as unknown as BodyInit);

function answered(name: string, type: string, body: BodyInit, how: 'attachment' | 'inline' = 'attachment'): Response {
  const headers = { 'content-type': type, 'content-disposition': contentDisposition(name, how) };
  return new Response(body, {
    headers: { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' },
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
