/** Entry of the document child: answers one request at a time, at low priority, and dies with its parent. */
import { join } from 'node:path';
import type { CHILD_READY, ChildReply, ChildRequest } from './child.ts';
import { BROKEN_EXIT } from './fault.ts';
import type { OpenPdf } from './pdfium.ts';
import { DocumentError, type RenderedPage } from './port.ts';
import { lowerPriority } from './processor-limit.ts';

lowerPriority();

let open: Promise<OpenPdf> | null = null;
/** Whether the document draws by what PDFium does not find. */
let borrows: Promise<boolean> | null = null;

async function draw(path: string, page_no: number): Promise<RenderedPage> {
  open ??= import('./pdfium.ts').then(({ openPdf }) => openPdf(path));
  borrows ??= import('./poppler.ts').then(({ borrowsResources }) => borrowsResources(path));
  const [{ encodePage }, pdf, otherwise] = await Promise.all([import('./pictures.ts'), open, borrows]);
  return encodePage(page_no, pdf, otherwise ? (await import('./poppler.ts')).drawByPoppler : undefined);
}

/** A child mostly lives for one answer, so what an operation needs is loaded for it alone: loading all took longer than most answers. */
async function answer(request: ChildRequest): Promise<unknown> {
  switch (request.op) {
    case 'inspect':
      return (await import('./inspect.ts')).inspectDocument(request.path);
    case 'contents':
      return (await import('./contents.ts')).readContents(request.path, request.type, request.size_bytes);
    case 'text':
      return (await import('./read-text.ts')).readText(request.path);
    case 'draw':
      return draw(request.path, request.page_no);
    case 'pictures':
      return (await import('./pictures.ts')).encodePicture(request.path);
    case 'film':
      return (await import('./film.ts')).prepareFilm(request.path, join(request.folder, request.name), request.up_to_s);
    case 'detach':
      return (await import('./pptx-links.ts')).detachPptx(request.path, join(request.folder, request.name));
  }
}

/** A file that cannot be read just now, or a disk that is full, is not the document's fault. */
function faultOf(error: unknown): 'refused' | 'document' | 'machine' {
  if (isSystemError(error instanceof DocumentError ? error.cause : error)) return 'machine';
  return error instanceof DocumentError ? 'refused' : 'document';
}

function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.errno === 'number' && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

process.on('message', async (request: ChildRequest) => {
  const before = process.cpuUsage();
  const facts = () => {
    const { user, system } = process.cpuUsage(before);
    return { id: request.id, rss_bytes: process.memoryUsage.rss(), cpu_ms: (user + system) / 1000 };
  };
  let reply: ChildReply;
  try {
    const value = await answer(request);
    reply = { ...facts(), ok: true, answer: value };
  } catch (error) {
    reply = { ...facts(), ok: false, fault: faultOf(error), reason: (error as Error).message };
    // PDFium's state after a trap is unknown
    if (error instanceof WebAssembly.RuntimeError) process.exitCode = BROKEN_EXIT;
  }
  process.send?.(reply, () => {
    if (process.exitCode === BROKEN_EXIT) process.exit();
  });
});
process.on('uncaughtException', () => process.exit(BROKEN_EXIT));
process.on('disconnect', () => process.exit(0));
process.send?.('ready' satisfies typeof CHILD_READY);
