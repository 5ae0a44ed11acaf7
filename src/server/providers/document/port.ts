/** Formats of originals, found by content and never by name. */
export type DocumentType = 'pdf' | 'pptx';

export interface DocumentFacts {
  type: DocumentType;
  /** Pages of a PDF, slides of a PPTX. */
  page_count: number;
}

export interface RenderedPage {
  page_no: number;
  /** Of the largest picture, px. */
  width: number;
  height: number;
  /** Extracted text, cut to `PAGE_TEXT_MAX` characters. */
  text: string;
  /** WebP bytes by width, as `pictureWidths(width)` says. */
  pictures: Array<{ width: number; data: Uint8Array }>;
}

export interface RenderOptions {
  page_count: number;
  /** Pages that are there already, from before an interruption. */
  skip(page_no: number): boolean;
  /** Called once a page, in any order; the next page of that worker waits for it. */
  onPage(page: RenderedPage): Promise<void>;
  /** Child processes, when no other document needs them; default 2. */
  workers?: number;
  signal?: AbortSignal;
}

/** What a publisher reads when `converts()` is false. */
export const OFFICE_MISSING = '本站暂未安装 PPTX 转换组件，请导出为 PDF 后上传';

export const PAGE_TEXT_MAX = 5_000;

/** Reads and draws documents outside this process: a file that crashes or hangs its reader costs one child and a readable reason. */
export interface Documents {
  /**
   * Looks at the content: format, structure, encryption, pages. Nothing is converted.
   * @throws DocumentError with a reason for the publisher
   */
  inspect(path: string): Promise<DocumentFacts>;
  /** Whether this machine can convert a PPTX. */
  converts(): boolean;
  /**
   * Writes a PDF of the PPTX to `target`.
   * @throws DocumentError with a reason for the publisher
   */
  convert(path: string, target: string): Promise<void>;
  /**
   * Draws every page that `skip` does not name.
   * @throws DocumentError with a reason for the publisher
   */
  render(path: string, options: RenderOptions): Promise<void>;
  /** Pictures of an uploaded image, largest last; metadata removed. @throws DocumentError when it is no PNG, JPEG or WebP */
  pictures(path: string): Promise<{ width: number; height: number; type: 'png' | 'jpeg' | 'webp'; pictures: RenderedPage['pictures'] }>;
}

/** Why a file is refused; the message is for people. */
export class DocumentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DocumentError';
  }
}
