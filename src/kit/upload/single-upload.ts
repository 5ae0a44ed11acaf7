import { ApiError } from '#client/api-error.ts';
import type { UploadedFile, UploadPurpose } from '#contract/publish.ts';
import { UploadInterrupted, type UploadProgress, uploadFile } from './upload-file.ts';

/** An upload under way or stopped; null when there is none. */
export interface Upload {
  name: string;
  progress: UploadProgress | null;
  /** Why it stopped, and whether going on makes sense. */
  stopped: { message: string; can_resume: boolean } | null;
}

export const isSessionOver = (error: unknown) => error instanceof ApiError && error.code === 2;

/** Why an upload stopped, for people, and whether the same file may go on. */
export function stopOf(error: unknown): { message: string; can_resume: boolean } {
  const can_resume = error instanceof UploadInterrupted || (error instanceof ApiError && (error.status >= 500 || error.code === 2));
  const message = (error instanceof ApiError || error instanceof UploadInterrupted ? error.message : '') || '文件上传失败';
  return { message, can_resume };
}

export interface SingleUploadInput {
  purpose: UploadPurpose;
  show(upload: Upload | null): void;
  onStored(stored: UploadedFile, file: File): Promise<void>;
  onSessionOver(): void;
}

/** One file at a time: a newer one takes the place of the one under way; a stopped one may go on. */
export function createSingleUpload({ purpose, show, onStored, onSessionOver }: SingleUploadInput) {
  let chosen: File | null = null;
  let uploading: AbortController | null = null;
  let last: UploadProgress | null = null;

  async function choose(file: File): Promise<void> {
    uploading?.abort(new DOMException('replaced', 'AbortError'));
    const controller = new AbortController();
    uploading = controller;
    chosen = file;
    last = null;
    show({ name: file.name, progress: null, stopped: null });
    try {
      const stored = await uploadFile(file, {
        purpose,
        signal: controller.signal,
        onProgress: (progress) => {
          last = progress;
          show({ name: file.name, progress, stopped: null });
        },
      });
      show(null);
      await onStored(stored, file);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isSessionOver(error)) onSessionOver();
      show({ name: file.name, progress: last, stopped: stopOf(error) });
    } finally {
      if (uploading === controller) uploading = null;
    }
  }

  return {
    choose,
    resume() {
      if (chosen) void choose(chosen);
    },
    cancel() {
      uploading?.abort(new DOMException('cancelled', 'AbortError'));
      uploading = null;
      show(null);
    },
    isBusy: () => uploading !== null,
  };
}
