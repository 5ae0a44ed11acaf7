/** Entry of the document child: answers one request at a time, at low priority, and dies with its parent. */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import type { ChildReply, ChildRequest } from './child.ts';
import { inspectDocument } from './inspect.ts';
import { type OpenPdf, openPdf } from './pdfium.ts';
import { encodePage, encodePicture } from './pictures.ts';
import { DocumentError, type RenderedPage } from './port.ts';

const NICE = 10;
setPriority(NICE);
sharp.concurrency(1);
sharp.cache(false);

let open: { path: string; pdf: OpenPdf } | null = null;

async function pdfAt(path: string): Promise<OpenPdf> {
  if (open?.path === path) return open.pdf;
  open?.pdf.close();
  open = null;
  open = { path, pdf: await openPdf(path) };
  return open.pdf;
}

async function draw(path: string, page_no: number): Promise<RenderedPage> {
  const pdf = await pdfAt(path);
  return encodePage(page_no, pdf);
}

function answer(request: ChildRequest): Promise<unknown> {
  if (request.op === 'inspect') return inspectDocument(request.path);
  if (request.op === 'draw') return draw(request.path, request.page_no);
  return encodePicture(request.path);
}

process.on('message', async (request: ChildRequest) => {
  let reply: ChildReply;
  try {
    const value = await answer(request);
    reply = { id: request.id, ok: true, answer: value, rss_bytes: process.memoryUsage.rss() };
  } catch (error) {
    const refused = error instanceof DocumentError;
    reply = { id: request.id, ok: false, refused, reason: (error as Error).message, rss_bytes: process.memoryUsage.rss() };
    // PDFium's state after a trap is unknown
    if (error instanceof WebAssembly.RuntimeError) process.exitCode = 1;
  }
  process.send?.(reply, () => {
    if (process.exitCode === 1) process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
