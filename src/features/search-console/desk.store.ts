import { gateway } from '#client/gateway.ts';
import type { QueryDesk } from '#contract/search-console.ts';
import { createScreen } from '#kit/console/screen.store.ts';

export interface DeskData {
  keyword: string;
  /** As the address says; '': the one that is shown first. */
  kind: string;
  /** Null: nothing was asked for. */
  found: QueryDesk | null;
}

/** The query of the address. */
export function createDesk() {
  const { $state, actions } = createScreen<DeskData>(
    async () => {
      const query = new URLSearchParams(location.search);
      const [keyword, kind] = [query.get('keyword')?.trim() ?? '', query.get('kind') ?? ''];
      return {
        keyword,
        kind,
        found: keyword === '' ? null : await gateway('GET /admin/search/query', { keyword, kind }, { silent: true }),
      };
    },
    { by_address: true },
  );
  return { $state, actions };
}
