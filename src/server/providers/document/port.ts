import type { FileContents } from '#contract/design-contents.ts';
import type { PagedFormat } from '#contract/formats.ts';
import type { FilmFacts } from '#contract/publish.ts';

/** Formats of originals, found by content and never by name. */
export type DocumentType = PagedFormat;

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

/** What is made of an uploaded picture. */
export interface EncodedPicture {
  /** Of the largest, px. */
  width: number;
  height: number;
  type: 'png' | 'jpeg' | 'webp';
  /** WebP bytes by width, as `pictureWidths(width)` says. */
  pictures: RenderedPage['pictures'];
  /** The same in AVIF. */
  avif: RenderedPage['pictures'];
  /** A blurred picture of at most 60 bytes, as base64 (thumbhash). */
  placeholder: string;
  /** 64 bits that are alike for pictures that look alike; null for one without structure. */
  look: bigint | null;
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
  /** Asked before each page; when false, drawing ends in order with what is drawn by then. */
  goesOn?(): boolean;
  /** Processor time that is left for the document; drawing takes from it, and refuses the document when it is used up. */
  budget?: { left_ms: number };
}

/** Whether a PPTX can be taken, and if not, what a publisher reads. */
export interface Conversion {
  possible: boolean;
  reason: string;
}

/** What a publisher reads where LibreOffice is not installed. */
export const OFFICE_MISSING = '本站暂未安装 PPTX 转换组件，请导出为 PDF 后上传';
/** What a publisher reads where LibreOffice could not be isolated from files and network. */
export const OFFICE_UNSAFE = '本站暂时无法安全地转换 PPTX，请导出为 PDF 后上传';

export const PAGE_TEXT_MAX = 5_000;
/** Characters that are read of a file for its words. */
export const READ_TEXT_MAX = 60_000;

export interface Passage {
  /** Where it stands, for people: 第 3 页. */
  at: string;
  /** At most `PAGE_TEXT_MAX` characters. */
  text: string;
}

/** What stands in a file. */
export interface DocumentText {
  type: 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'txt';
  /** In their order; at least one, together at most `READ_TEXT_MAX` characters. */
  passages: Passage[];
  /** There is more. */
  cut: boolean;
}

/**
 * Reads and draws documents in child processes, so that a bad file costs one child. `owner`: for fair scheduling, so that many files of one owner do
 * not delay others. A child killed from outside is a ReaderLost, no DocumentError: retry.
 */
export interface Documents {
  /**
   * Looks at the content: format, structure, encryption, pages. Nothing is converted.
   * @throws DocumentError with a reason for the publisher
   */
  inspect(path: string, owner?: number): Promise<DocumentFacts>;
  /** What is in a file, as far as it can be read; null: nothing can be determined, which refuses nothing. */
  contents(path: string, file: { type: string; size_bytes: number }, owner?: number): Promise<FileContents | null>;
  /**
   * The words of a PDF, DOCX, XLSX, PPTX or text, with where they stand. Nothing is drawn or converted.
   * @throws DocumentError with a reason for people; ReaderLost
   */
  text(path: string, owner?: number): Promise<DocumentText>;
  /** Whether this machine converts a PPTX: LibreOffice is here, and the kernel shuts it in. */
  conversion(): Promise<Conversion>;
  /** Whether readers are isolated by the kernel: no network, no other files. */
  isolated(): Promise<boolean>;
  /**
   * Writes a PDF of the PPTX to `target`.
   * @throws DocumentError with a reason for the publisher
   */
  convert(path: string, target: string, owner?: number): Promise<void>;
  /**
   * Draws every page that `skip` does not name.
   * @throws DocumentError with a reason for the publisher
   */
  render(path: string, options: RenderOptions): Promise<void>;
  /** Pictures of an uploaded image, largest last; metadata removed. @throws DocumentError when it is no PNG, JPEG or WebP */
  pictures(path: string, owner?: number): Promise<EncodedPicture>;
  /**
   * Writes a film that browsers play while it loads to `target`, without anything but picture and sound.
   * @throws DocumentError with a reason for the publisher
   */
  film(path: string, target: string, owner?: number): Promise<FilmFacts>;
  /** Whether this machine makes smaller versions of films: ffmpeg is here, and the kernel shuts it in. */
  narrows(): Promise<boolean>;
  /**
   * The whole film again as H.264 and AAC, so many lines high on its shorter side. `stopping` ends it and leaves nothing.
   * @throws DocumentError with a reason for the publisher; ReaderLost when it was ended from outside
   */
  narrow(path: string, target: string, of: { lines: number; duration_s: number }, stopping: AbortSignal): Promise<FilmFacts>;
  /**
   * The first seconds of a film as a film of its own, cut without encoding again.
   * @throws DocumentError as `film`
   */
  trial(path: string, target: string, seconds: number, owner?: number): Promise<FilmFacts>;
}

/** Why a file is refused; the message is for people. */
export class DocumentError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DocumentError';
  }
}

/** A reader was ended from outside, or this machine could not do its work; the document is as good as before. */
export class ReaderLost extends Error {}
