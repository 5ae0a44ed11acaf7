import type {
  FileState,
  ItemForm,
  ItemStatus,
  OwnItem,
  PublishedList,
  PublishTab,
  SavedItem,
  UploadPurpose,
  UploadSignature,
  UploadState,
} from '#contract/publish.ts';
import { gateway } from '../../client/gateway.ts';

const silent = { silent: true } as const;
/** Saved, sent and looked after without being asked: the form says itself that the login is over, once. */
const aside = { silent: true, background: true } as const;

/** The last part waits for the server's check of the whole file. */
export function signUpload(purpose: UploadPurpose, file: File): Promise<UploadSignature> {
  const body = { type: purpose, file_type: file.type.slice(0, 100), style: '', save_name: file.name.slice(-200), size: file.size };
  return gateway.post('/api/oss/signature_new', body, aside);
}

export function getUpload(upload_key: string): Promise<UploadState> {
  return gateway.get(`/upload/${upload_key}`, {}, aside);
}

export function getFileState(file_id: number): Promise<FileState> {
  return gateway.get('/scheme/schemev2/file', { file_id }, aside);
}

export function getOwnItem(id: number): Promise<OwnItem> {
  return gateway.get('/scheme/schemev2', { id }, silent);
}

export interface SaveInput {
  id: number | null;
  draft_key: string;
  form: ItemForm;
  action: 'draft' | 'submit';
}

export function saveItem({ id, draft_key, form, action }: SaveInput): Promise<SavedItem> {
  const body = { ...form, draft_key, action };
  return id === null ? gateway.post('/scheme/schemev2', body, aside) : gateway.put('/scheme/schemev2', { ...body, id }, aside);
}

export function listMine(tab: PublishTab, page: number): Promise<PublishedList> {
  return gateway.get('/scheme/scheme/mine', { tab, page, limit: 10 }, silent);
}

export function shelveScheme(id: number, action: 'up' | 'down'): Promise<{ id: number; status: ItemStatus }> {
  return gateway.put('/scheme/scheme/editSchemes', { id, action });
}

export function deleteDraft(id: number): Promise<{ id: number }> {
  return gateway.del('/scheme/scheme', { id });
}
