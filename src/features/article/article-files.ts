import { uploadFile } from '#kit/upload/upload-file.ts';
import { pickItem } from '../publish/publish.api.ts';

/** Stores a picture of a text; `src` shows it at once, from this browser. @throws as `uploadFile` */
export async function storePicture(file: File, onPercent: (percent: number) => void): Promise<{ id: number; src: string }> {
  const { signal } = new AbortController();
  const stored = await uploadFile(file, {
    purpose: 'picture',
    signal,
    onProgress: ({ loaded_bytes, total_bytes }) => onPercent(Math.floor((loaded_bytes / total_bytes) * 100)),
  });
  return { id: stored.id, src: URL.createObjectURL(file) };
}

/** A work by its number, as the editor shows it; null: it may not be named. */
export const lookUpWork = pickItem;
