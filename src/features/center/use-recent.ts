import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { type CollectedRow, HAD_BY_TEXTS, type LibraryRow } from '#contract/center.ts';
import { ITEM_STATUS_TEXT, type PublishedRow } from '#contract/publish.ts';
import { soldLabel } from '#ui/price-text.ts';

/** By key of a kind: its noun, and where one of it is read and changed. */
export type RecentKinds = Readonly<Record<string, { noun: string; detail: string; edit: string; sold: boolean }>>;

export interface RecentTile {
  key: number;
  title: string;
  cover_src: string;
  note: string;
  /** Null: it has no page any more. */
  href: string | null;
}

interface RecentStrip {
  key: 'had' | 'made' | 'collected';
  title: string;
  href: string;
  tiles: RecentTile[];
}

/** The newest of each of the reader's own, loaded once they are known; a call that fails leaves its strip away. */
export function useRecent(signed_in: boolean, kinds: RecentKinds): RecentStrip[] | null {
  const [strips, setStrips] = useState<RecentStrip[] | null>(null);
  useEffect(() => {
    if (signed_in) loadStrips(kinds).then(setStrips, forgive);
  }, [signed_in, kinds]);
  return strips;
}

function forgive(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

async function loadStrips(kinds: RecentKinds): Promise<RecentStrip[]> {
  const { had, made, collected } = await fetchRecent();
  const noun = (kind: string) => kinds[kind]?.noun ?? '';
  const page = (kind: string, id: number, published: boolean, edit = '') => {
    const path = published ? kinds[kind]?.detail : edit;
    return path ? `${path}?id=${id}` : null;
  };
  return [
    {
      ...{ key: 'had', title: '最近得到的内容', href: '/personalCenter/myOrder' },
      tiles: had.map(({ id, kind, title, cover_src, published, had_by }) => ({
        ...{ key: id, title, cover_src, note: `${noun(kind)} · ${HAD_BY_TEXTS[had_by]}`, href: page(kind, id, published) },
      })),
    },
    {
      ...{ key: 'made', title: '最近的作品', href: '/personalCenter/myPublish' },
      tiles: made.map(({ id, kind, title, cover_src, status }) => ({
        ...{ key: id, title: title || `未命名${noun(kind)}`, cover_src, note: `${noun(kind)} · ${ITEM_STATUS_TEXT[status]}` },
        href: page(kind, id, status === 'published', kinds[kind]?.edit),
      })),
    },
    {
      ...{ key: 'collected', title: '最近的收藏', href: '/personalCenter/myCollect' },
      tiles: collected.map((row) => ({
        ...{
          key: row.id,
          title: row.title,
          cover_src: row.cover_src,
          note: [noun(row.kind), soldLabel(kinds[row.kind], row)].filter(Boolean).join(' · '),
        },
        href: page(row.kind, row.id, row.published),
      })),
    },
  ];
}

/** A row of pictures. */
const RECENT = { page: 1, limit: 4 } as const;

/** The newest of what the reader had, made and collected; a list that cannot be had is empty, all of them together are an error. @throws ApiError */
async function fetchRecent(): Promise<{ had: LibraryRow[]; made: PublishedRow[]; collected: CollectedRow[] }> {
  const [had, made, collected] = await Promise.allSettled([
    gateway('GET /user/library', { kind: '', q: '', ...RECENT }, SILENT),
    gateway('GET /user/publish/mine', { kind: '', tab: 'all', ...RECENT }, SILENT),
    gateway('GET /user/collect', { kind: '', ...RECENT }, SILENT),
  ]);
  const none = [had, made, collected].every(({ status }) => status === 'rejected');
  if (none && had.status === 'rejected') throw had.reason;
  const listOf = <Row>(one: PromiseSettledResult<{ list: Row[] }>): Row[] => (one.status === 'fulfilled' ? one.value.list : []);
  return { had: listOf(had), made: listOf(made), collected: listOf(collected) };
}
