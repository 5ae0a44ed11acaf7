import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmFacts } from '#contract/publish.ts';
import { type Ctx, requireUser } from '#server/app/ctx.ts';
import { storeFilm } from '#server/modules/publishing/index.ts';

/** A film that was drawn here, as a file of the acting user: no reader of foreign films looks at it. @returns the file's id */
export function keepFilm(user: Ctx, title: string, drawn: Uint8Array, film: FilmFacts): Promise<number> {
  return user.app.providers.storage.withScratch(async (folder) => {
    const path = join(folder, 'film');
    await writeFile(path, drawn);
    return storeFilm(user, { owner_id: requireUser(user), name: `${title}.mp4`, path, film });
  });
}
