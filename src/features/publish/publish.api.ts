import { gateway, LONG_TIMEOUT_MS } from '#client/gateway.ts';
import type { SaveWish } from '#client/saving-form.ts';
import { type KindFacts, PUBLISHED_KINDS, type PublishCalls } from '#contract/kinds.ts';
import {
  type FileState,
  type ItemForm,
  type ItemStatus,
  MY_WORKS_CALL,
  type NextPart,
  type OwnItem,
  PICK_CALL,
  type PickedItem,
  PREVIEW_CALL,
  type PublishedList,
  type PublishedRow,
  type PublishTab,
  RETRY_FILE_CALL,
  type SavedItem,
  SCHEDULE_CALL,
  type UploadPurpose,
  type UploadSignature,
  type UploadState,
} from '#contract/publish.ts';

const silent = { silent: true } as const;
/** Saved, sent and looked after without being asked: the form says itself that the login is over, once. */
const aside = { silent: true, background: true } as const;

function callsOf(kind_key: string): PublishCalls {
  const calls = PUBLISHED_KINDS.find(({ key }) => key === kind_key)?.calls.publish;
  if (!calls) throw new Error(`nothing publishes ${kind_key}`);
  return calls;
}

/** The last part waits for the server's check of the whole file. */
export function signUpload(purpose: UploadPurpose, file: File, direct = true): Promise<UploadSignature> {
  const body = { type: purpose, file_type: file.type.slice(0, 100), style: '', save_name: file.name.slice(-200), size: file.size, direct };
  return gateway.post('/api/oss/signature_new', body, aside);
}

/** Where the next part goes; with nothing missing it waits for the server's check of the whole file. */
export function nextPart({ upload_key, policy, signature }: UploadSignature): Promise<NextPart> {
  return gateway.post(`/upload/${upload_key}/next`, { policy, signature }, { ...aside, timeout_ms: LONG_TIMEOUT_MS });
}

export function getUpload(upload_key: string): Promise<UploadState> {
  return gateway.get(`/upload/${upload_key}`, {}, aside);
}

/** A stored file of any kind. */
export function getFileState(file_id: number): Promise<FileState> {
  return gateway.get('/scheme/schemev2/file', { file_id }, aside);
}

/** The pages of a file that failed are made again: of the form's own file, or of the file of a work. */
export function retryFile(of: { file_id: number } | { id: number }): Promise<FileState> {
  return gateway.post(RETRY_FILE_CALL, of);
}

export function getOwnItem(kind: KindFacts, id: number): Promise<OwnItem> {
  return gateway.get(callsOf(kind.key).own ?? callsOf(kind.key).form, { id }, silent);
}

export interface SaveInput extends SaveWish<ItemForm> {
  action: 'draft' | 'submit';
}

export function saveItem(kind: KindFacts, { id, form, ...more }: SaveInput, leaving = false): Promise<SavedItem> {
  const body = { ...form, ...more };
  const call = callsOf(kind.key).form;
  const options = { ...aside, keepalive: leaving };
  return id === null ? gateway.post(call, body, options) : gateway.put(call, { ...body, id }, options);
}

export function discardChange(kind: KindFacts, id: number): Promise<OwnItem> {
  return gateway.del(callsOf(kind.key).change, { id });
}

/** The draft that was begun last; null: there is none. */
export async function newestDraft(kind: KindFacts): Promise<PublishedRow | null> {
  const query = { tab: 'draft' satisfies PublishTab, page: 1, limit: 1 };
  const { list } = await gateway.get<PublishedList>(callsOf(kind.key).mine, query, aside);
  return list[0] ?? null;
}

/** Own works; `kind`: key of a kind, empty for all. */
export function listMine(kind: string, tab: PublishTab, page: number): Promise<PublishedList> {
  return gateway.get(MY_WORKS_CALL, { kind, tab, page, limit: 10 }, silent);
}

export function shelveItem(kind: string, id: number, action: 'up' | 'down'): Promise<{ id: number; status: ItemStatus }> {
  return gateway.put(callsOf(kind).shelf, { id, action });
}

/** When an own work appears; 0: as soon as it may. */
export function scheduleItem(id: number, publish_at: number): Promise<{ id: number; status: ItemStatus }> {
  return gateway.put(SCHEDULE_CALL, { id, publish_at });
}

/** An address at which the kept draft is seen as readers would see it. */
export function askPreview(id: number): Promise<{ url: string; expires_at: number }> {
  return gateway.post(PREVIEW_CALL, { id });
}

export function deleteDraft(kind: string, id: number): Promise<{ id: number }> {
  return gateway.del(callsOf(kind).draft, { id });
}

/** Items of a kind that a field may name: own ones and published ones, by words of their titles. */
export async function pickItems(kind: string, keyword: string): Promise<PickedItem[]> {
  return (await gateway.get<{ list: PickedItem[] }>(PICK_CALL, { kind, keyword }, aside)).list;
}

/** One of them by its id; null: it may not be named. */
export async function pickItem(kind: string, id: number): Promise<PickedItem | null> {
  return (await gateway.get<{ list: PickedItem[] }>(PICK_CALL, { kind, id }, aside)).list[0] ?? null;
}
