import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { DraftVersion, DraftVersionBody } from '#contract/article.ts';

export interface VersionsState {
  /** Null while it is not known. */
  list: readonly DraftVersion[] | null;
  failed: boolean;
  /** The version that is being read; 0: none. */
  busy: number;
}

/** What a draft was before. */
export function createVersions({ id }: { id: number }) {
  const $state = map<VersionsState>({ list: null, failed: false, busy: 0 });

  async function load(): Promise<void> {
    const list = await listVersions(id).catch(() => null);
    $state.set({ ...$state.get(), list, failed: list === null });
  }

  /** One of them with its text; null when it could not be had: the gateway caller has said why. */
  async function read(version_id: number): Promise<DraftVersionBody | null> {
    $state.setKey('busy', version_id);
    try {
      return await readVersion(id, version_id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    } finally {
      $state.setKey('busy', 0);
    }
  }

  return { $state, actions: { load, read } };
}

/** What an own draft was, the newest first. */
async function listVersions(id: number): Promise<DraftVersion[]> {
  return (await gateway('GET /article/article/versions', { id }, { silent: true })).list;
}

function readVersion(id: number, version_id: number): Promise<DraftVersionBody> {
  return gateway('GET /article/article/version', { id, version_id });
}
