import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk, statFile } from '../disk.ts';
import type { UploadJournal } from './bucket.ts';

const NOTE = /^m-[0-9a-f]{16}$/;

interface Noted {
  name: string;
  upload_id: string;
}

/**
 * Notes of uploads in parts, one file each in `folder`. Not every storage lists what is under way (OSS does not), and abandoned parts are billed
 * for ever.
 */
export function uploadJournal(folder: string): UploadJournal {
  return {
    async begin(name, upload_id) {
      const path = join(folder, `m-${randomBytes(8).toString('hex')}`);
      await onDisk(async () => {
        await mkdir(folder, { recursive: true });
        await writeFile(path, JSON.stringify({ name, upload_id } satisfies Noted), { mode: 0o600 });
      });
      return {
        async touch() {
          const now = new Date();
          // a note that cannot be touched is only ended too early, and then the upload fails
          await utimes(path, now, now).catch(() => undefined);
        },
        end: () => rm(path, { force: true }),
      };
    },
  };
}

/** Uploads whose process has not touched them since. `abort` may throw: the note stays. */
export async function abortForgotten(
  folder: string,
  older_than: Date,
  abort: (name: string, upload_id: string) => Promise<void>,
): Promise<void> {
  for (const file of await readdir(folder).catch(() => [] as string[])) {
    const path = join(folder, file);
    const found = NOTE.test(file) ? await statFile(path) : null;
    if (!found || found.modified_at >= older_than) continue;
    const noted = readNote(await readFile(path, 'utf8'));
    if (noted) await abort(noted.name, noted.upload_id);
    await rm(path, { force: true });
  }
}

/** Null: a kill left half a note; its upload has no part yet. */
function readNote(text: string): Noted | null {
  try {
    return JSON.parse(text) as Noted;
  } catch {
    return null;
  }
}
