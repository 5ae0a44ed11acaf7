import { map } from 'nanostores';
import { ApiError, type Failure, plainFailure } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { type AssistantFile, FILE_FORMATS, FILE_MAX_BYTES, FILE_TEXT, FILES_MOST } from '#contract/assistant.ts';
import { stopOf } from '#kit/upload/single-upload.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';

export interface ChosenFile {
  key: number;
  name: string;
  state: 'sending' | 'reading' | 'ready' | 'failed';
  percent: number;
  /** Why it failed. */
  message: string;
  /** The same file may be tried again. */
  again: boolean;
  read: AssistantFile | null;
}

/** Files of the question that is being written: sent, then read by the server; each by itself. */
export function createAskFiles() {
  const $state = map<{ list: readonly ChosenFile[]; refusal: Failure | null }>({ list: [], refusal: null });
  const work = new Map<number, { file: File; sending: AbortController }>();
  let made = 0;
  const put = (list: readonly ChosenFile[]) => $state.set({ list, refusal: null });
  const patch = (key: number, change: Partial<ChosenFile>) =>
    $state.set({ ...$state.get(), list: $state.get().list.map((one) => (one.key === key ? { ...one, ...change } : one)) });

  async function send(key: number, file: File): Promise<void> {
    const sending = new AbortController();
    work.set(key, { file, sending });
    patch(key, { state: 'sending', percent: 0, message: '' });
    try {
      const stored = await uploadFile(file, {
        purpose: 'read',
        signal: sending.signal,
        onProgress: ({ loaded_bytes, total_bytes }) => patch(key, { percent: Math.floor((100 * loaded_bytes) / Math.max(1, total_bytes)) }),
      });
      patch(key, { state: 'reading', percent: 100 });
      const read = await gateway('POST /assistant/index/file', { file_id: stored.id }, { silent: true });
      if (sending.signal.aborted) return void forget(read.id);
      patch(key, { state: 'ready', read });
    } catch (error) {
      if (sending.signal.aborted) return;
      const { message, can_resume } = stopOf(error);
      patch(key, { state: 'failed', message, again: can_resume });
    }
  }

  /** What nothing will be asked about goes at once; left there it goes by itself. */
  async function forget(id: number): Promise<void> {
    try {
      await gateway('DELETE /assistant/index/file', { id }, { silent: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return {
    $state,
    actions: {
      add(chosen: readonly File[]): void {
        const { list } = $state.get();
        const room = Math.max(0, FILES_MOST - list.length);
        const added = chosen.slice(0, room).map((file) => ({ file, key: ++made, message: faultOf(file) }));
        put([
          ...list,
          ...added.map(({ file, key, message }): ChosenFile => {
            const state = message === '' ? 'sending' : 'failed';
            return { key, name: file.name, state, percent: 0, message, again: false, read: null };
          }),
        ]);
        if (chosen.length > room) $state.set({ ...$state.get(), refusal: plainFailure(`一个问题最多 ${FILES_MOST} 个文件`) });
        for (const { file, key, message } of added) if (message === '') void send(key, file);
      },
      again(key: number): void {
        const known = work.get(key);
        if (known) void send(key, known.file);
      },
      drop(key: number): void {
        const read = $state.get().list.find((one) => one.key === key)?.read;
        work.get(key)?.sending.abort(new DOMException('cancelled', 'AbortError'));
        work.delete(key);
        put($state.get().list.filter((one) => one.key !== key));
        if (read) void forget(read.id);
      },
      /** Whether all can be asked about: one that failed says so instead of being left out. */
      ready(): boolean {
        const failed = $state.get().list.find(({ state }) => state === 'failed');
        if (failed) $state.set({ ...$state.get(), refusal: plainFailure(`没有读成“${failed.name}”，请移除它再发送`) });
        return failed === undefined;
      },
      /** They were asked about. */
      clear(): void {
        for (const { sending } of work.values()) sending.abort(new DOMException('asked', 'AbortError'));
        work.clear();
        put([]);
      },
    },
  };
}

function faultOf({ name, size }: File): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!FILE_FORMATS.some((format) => format === ending)) return `只能读 ${FILE_TEXT}；其他文件里的文字可以直接粘贴`;
  if (size > FILE_MAX_BYTES) return '文件不能超过 10 MB';
  return '';
}

export type AskFilesStore = ReturnType<typeof createAskFiles>;
