import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { type KindFacts, PUBLISHED_KINDS, type PublishCalls } from '#contract/kinds.ts';
import type {
  FileState,
  ItemForm,
  ItemStatus,
  OwnItem,
  PickedItem,
  PublishedList,
  PublishedRow,
  PublishTab,
  SavedItem,
} from '#contract/publish.ts';
import type { SaveWish } from '#kit/saving-form.ts';

function callsOf(kind_key: string): PublishCalls {
  const calls = PUBLISHED_KINDS.find(({ key }) => key === kind_key)?.calls.publish;
  if (!calls) throw new Error(`nothing publishes ${kind_key}`);
  return calls;
}

/** A stored file of any kind. */
export function getFileState(file_id: number): Promise<FileState> {
  return gateway('GET /scheme/schemev2/file', { file_id }, ASIDE);
}

/** The pages of a file that failed are made again: of the form's own file, or of the file of a work. */
export function retryFile(of: { file_id: number } | { id: number }): Promise<FileState> {
  return gateway('POST /user/publish/retry', of);
}

export function getOwnItem(kind: KindFacts, id: number): Promise<OwnItem> {
  return gateway('GET kind/own', { id }, { ...SILENT, at: callsOf(kind.key).own ?? callsOf(kind.key).form });
}

export interface SaveInput extends SaveWish<ItemForm> {
  action: 'draft' | 'submit';
}

export function saveItem(kind: KindFacts, { id, form, ...more }: SaveInput, leaving = false): Promise<SavedItem> {
  const body = { ...form, ...more };
  const options = { ...ASIDE, keepalive: leaving, at: callsOf(kind.key).form };
  return id === null ? gateway('POST kind/form', body, options) : gateway('PUT kind/form', { ...body, id }, options);
}

export function discardChange(kind: KindFacts, id: number): Promise<OwnItem> {
  return gateway('DELETE kind/change', { id }, { at: callsOf(kind.key).change });
}

/** The draft that was begun last; null: there is none. */
export async function newestDraft(kind: KindFacts): Promise<PublishedRow | null> {
  const query = { tab: 'draft', page: 1, limit: 1 } as const;
  const { list } = await gateway('GET kind/mine', query, { ...ASIDE, at: callsOf(kind.key).mine });
  return list[0] ?? null;
}

/** Own works; `kind`: key of a kind, empty for all. */
export function listMine(kind: string, tab: PublishTab, page: number): Promise<PublishedList> {
  return gateway('GET /user/publish/mine', { kind, tab, page, limit: 10 }, SILENT);
}

export function shelveItem(kind: string, id: number, action: 'up' | 'down'): Promise<{ id: number; status: ItemStatus }> {
  return gateway('PUT kind/shelf', { id, action }, { at: callsOf(kind).shelf });
}

/** When an own work appears; 0: as soon as it may. */
export function scheduleItem(id: number, publish_at: number): Promise<{ id: number; status: ItemStatus }> {
  return gateway('PUT /user/publish/schedule', { id, publish_at });
}

/** An address at which the saved draft is seen as readers would see it. */
export function askPreview(id: number): Promise<{ url: string; expires_at: number }> {
  return gateway('POST /user/publish/preview', { id });
}

export function deleteDraft(kind: string, id: number): Promise<{ id: number }> {
  return gateway('DELETE kind/draft', { id }, { at: callsOf(kind).draft });
}

/** Items of a kind that a field may name: own ones and published ones, by words of their titles. */
export async function pickItems(kind: string, keyword: string): Promise<PickedItem[]> {
  return (await gateway('GET /user/publish/pick', { kind, keyword }, ASIDE)).list;
}

/** One of them by its id; null: it may not be named. */
export async function pickItem(kind: string, id: number): Promise<PickedItem | null> {
  return (await gateway('GET /user/publish/pick', { kind, id }, ASIDE)).list[0] ?? null;
}
