import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { EncodedPicture } from '#server/providers/document/port.ts';
import type { TestApp } from './app.ts';

/**
 * The same bytes give the same pictures, so a file that uploads a few pictures again and again has each of them looked at once, by the real
 * process that does it. What is refused is refused each time.
 */
export function rememberPictures(t: TestApp): void {
  const { documents } = t.app.providers;
  const known = new Map<string, Promise<EncodedPicture>>();
  t.app.providers.documents = {
    ...documents,
    async pictures(path, owner) {
      const name = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      const looking = known.get(name) ?? documents.pictures(path, owner);
      known.set(name, looking);
      looking.catch(() => known.delete(name));
      return looking;
    },
  };
}
