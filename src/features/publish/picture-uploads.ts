import type { ItemForm, OwnPicture } from '#contract/publish.ts';
import { isSessionOver, stopOf } from '#kit/upload/single-upload.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';

/** A picture of the form: stored, on its way, or stopped. */
export interface PictureEntry {
  key: string;
  name: string;
  /** What to show of it; empty while nothing can be shown. */
  src: string;
  size_bytes: number;
  /** Null until it is stored. */
  file_id: number | null;
  state: 'waiting' | 'sending' | 'stored' | 'stopped';
  percent: number;
  /** Why it stopped. */
  message: string;
  can_resume: boolean;
  /** Where the same picture is shown already; empty: nowhere. */
  alike: string;
  /** Chosen since the form was opened: counts for the progress of all. */
  fresh: boolean;
}

export interface PicturesState {
  list: readonly PictureEntry[];
  /** What was removed last and may be taken back. */
  removed: { entry: PictureEntry; at: number } | null;
  /** Why some of the chosen files were left out. */
  left_out: string;
}

export const NO_PICTURES: PicturesState = { list: [], removed: null, left_out: '' };

const AT_ONCE = 3;

export interface PicturesInput {
  max: number;
  read(): PicturesState;
  write(state: PicturesState): void;
  /** The stored ones in their order, whenever they or the order changed. */
  onChange(file_ids: number[]): void;
  onSessionOver(): void;
}

/** The pictures of a form: some upload at a time, the others wait; each may stop, go on, be moved and be removed by itself. */
export function createPictures({ max, read, write, onChange, onSessionOver }: PicturesInput) {
  const files = new Map<string, File>();
  const uploading = new Map<string, AbortController>();
  let made = 0;

  const idsOf = (list: readonly PictureEntry[]) => list.flatMap(({ file_id }) => file_id ?? []);

  function put(list: readonly PictureEntry[], change: Partial<PicturesState> = {}): void {
    const before = idsOf(read().list).join();
    write({ ...read(), ...change, list });
    const ids = idsOf(list);
    if (ids.join() !== before) onChange(ids);
  }

  const patch = (key: string, change: Partial<PictureEntry>) =>
    put(read().list.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

  /** Takes files in their order; what is there already or too much is left out, and said. */
  function add(chosen: readonly File[]): void {
    const { list } = read();
    const known = new Set([...files.entries()].flatMap(([key, file]) => (list.some((entry) => entry.key === key) ? printOf(file) : [])));
    const fresh = chosen.filter((file) => !known.has(printOf(file)) && known.add(printOf(file)));
    const taken = fresh.slice(0, Math.max(0, max - list.length));
    const entries = taken.map((file): PictureEntry => {
      const key = `new-${++made}`;
      files.set(key, file);
      const { name, size: size_bytes } = file;
      const start = { file_id: null, state: 'waiting', percent: 0, message: '', can_resume: false, alike: '', fresh: true } as const;
      return { key, name, size_bytes, src: URL.createObjectURL(file), ...start };
    });
    put([...list, ...entries], { left_out: leftOutText(chosen.length - fresh.length, fresh.length - taken.length, max) });
    startNext();
  }

  function startNext(): void {
    while (uploading.size < AT_ONCE) {
      const next = read().list.find(({ state }) => state === 'waiting');
      if (!next) return;
      void send(next.key);
    }
  }

  async function send(key: string): Promise<void> {
    const file = files.get(key);
    if (!file) return;
    const controller = new AbortController();
    uploading.set(key, controller);
    patch(key, { state: 'sending', message: '' });
    try {
      const stored = await uploadFile(file, {
        purpose: 'picture',
        signal: controller.signal,
        onProgress: ({ loaded_bytes, total_bytes }) => patch(key, { percent: Math.floor((loaded_bytes / total_bytes) * 100) }),
      });
      if (controller.signal.aborted) return;
      patch(key, { state: 'stored', percent: 100, file_id: stored.id, alike: stored.picture?.alike ?? '' });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isSessionOver(error)) onSessionOver();
      patch(key, { state: 'stopped', ...stopOf(error) });
    } finally {
      // one that was taken away and back is being sent again under the same key
      if (uploading.get(key) === controller) uploading.delete(key);
      startNext();
    }
  }

  /** Sends a stopped one again, from where it stopped. */
  function retry(key: string): void {
    patch(key, { state: 'waiting', message: '' });
    startNext();
  }

  function retryAll(): void {
    put(read().list.map((entry) => (entry.state === 'stopped' && entry.can_resume ? { ...entry, state: 'waiting', message: '' } : entry)));
    startNext();
  }

  /** Takes one away; it can be taken back until the next one goes. */
  function remove(key: string): void {
    const { list, removed } = read();
    const at = list.findIndex((entry) => entry.key === key);
    const entry = list[at];
    if (!entry) return;
    uploading.get(key)?.abort(new DOMException('removed', 'AbortError'));
    uploading.delete(key);
    if (removed) forget(removed.entry);
    const stopped = entry.state === 'stored' ? entry : { ...entry, state: 'waiting' as const };
    put(
      list.filter((one) => one.key !== key),
      { removed: { entry: stopped, at }, left_out: '' },
    );
  }

  function undo(): void {
    const { list, removed } = read();
    if (!removed) return;
    put([...list.slice(0, removed.at), removed.entry, ...list.slice(removed.at)], { removed: null });
    startNext();
  }

  function move(key: string, to: number): void {
    const { list } = read();
    put(
      moved(
        list,
        list.findIndex((entry) => entry.key === key),
        to,
      ),
    );
  }

  /** Shows what the server keeps, in place of everything. */
  function show(pictures: readonly OwnPicture[]): void {
    stop();
    for (const entry of read().list) forget(entry);
    write({
      ...NO_PICTURES,
      list: pictures.map(({ file, thumb, alike }) => ({
        ...{ key: `file-${file.id}`, name: file.name, src: thumb.src, size_bytes: file.size_bytes, file_id: file.id, state: 'stored' },
        ...{ percent: 100, message: '', can_resume: false, alike, fresh: false },
      })),
    });
  }

  function stop(): void {
    for (const controller of uploading.values()) controller.abort(new DOMException('cancelled', 'AbortError'));
    uploading.clear();
  }

  function forget({ key, src }: PictureEntry): void {
    if (files.delete(key)) URL.revokeObjectURL(src);
  }

  return { add, retry, retryAll, remove, undo, move, show, isBusy: () => uploading.size > 0 };
}

/** The list with the entry at `from` at `to`; an end that is passed is the end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, at) => at !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

/** What a form says after its pictures became these: the cover stays the same picture while it is there, else the first. */
export function withPictures(form: ItemForm, pictures: readonly number[]): Pick<ItemForm, 'pictures' | 'cover_page' | 'cover_focus'> {
  if (form.cover_page === null) return { pictures, cover_page: null, cover_focus: form.cover_focus };
  const before = form.pictures[form.cover_page - 1];
  const at = before === undefined ? -1 : pictures.indexOf(before);
  return { pictures, cover_page: Math.max(0, at) + 1, cover_focus: at === -1 ? null : form.cover_focus };
}

/** What a file is to its chooser: the same twice is one. */
const printOf = (file: File) => `${file.name}:${file.size}:${file.lastModified}`;

function leftOutText(twice: number, too_many: number, max: number): string {
  const parts = [twice > 0 && `${twice} 张已在列表中`, too_many > 0 && `最多 ${max} 张，${too_many} 张没有添加`];
  return parts.filter(Boolean).join('；');
}

/** How far all that was chosen is: how many of how many, and percent of their bytes. Null when nothing is under way. */
export function wholeProgress(list: readonly PictureEntry[]): { done: number; count: number; percent: number } | null {
  const fresh = list.filter((entry) => entry.fresh);
  if (!fresh.some(({ state }) => state === 'waiting' || state === 'sending')) return null;
  const bytes = fresh.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const sent = fresh.reduce((sum, { size_bytes, percent }) => sum + size_bytes * percent, 0);
  return {
    done: fresh.filter(({ state }) => state === 'stored').length,
    count: fresh.length,
    percent: Math.floor(sent / Math.max(1, bytes)),
  };
}
