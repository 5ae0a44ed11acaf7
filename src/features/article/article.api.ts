import { gateway } from '#client/gateway.ts';
import { type DraftVersion, type DraftVersionBody, VERSION_CALL, VERSIONS_CALL } from '#contract/article.ts';

/** What an own draft was, the newest first. */
export async function listVersions(id: number): Promise<DraftVersion[]> {
  return (await gateway.get<{ list: DraftVersion[] }>(VERSIONS_CALL, { id }, { silent: true })).list;
}

export function readVersion(id: number, version_id: number): Promise<DraftVersionBody> {
  return gateway.get(VERSION_CALL, { id, version_id });
}
