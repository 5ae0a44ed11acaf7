import { gateway } from '#client/gateway.ts';
import type { DraftVersion, DraftVersionBody } from '#contract/article.ts';

/** What an own draft was, the newest first. */
export async function listVersions(id: number): Promise<DraftVersion[]> {
  return (await gateway('GET /article/article/versions', { id }, { silent: true })).list;
}

export function readVersion(id: number, version_id: number): Promise<DraftVersionBody> {
  return gateway('GET /article/article/version', { id, version_id });
}
