import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { filesInUse } from '../catalog/index.ts';
import { bindFiles, type FileRow, findFiles, lockOwnFiles } from './repo.ts';

/**
 * Which of these stored files another module keeps: attachments of demands, offers, messages. Named files are never cleaned away.
 * `item_ids`: the items that they were taken for, as far as they were.
 */
export type FileUse = (ctx: Ctx, file_ids: readonly number[], item_ids: readonly number[]) => Promise<ReadonlySet<number>>;

const uses = new Set<FileUse>();

/** Hands a use over to the cleaning; called by the wiring, and by tests. @returns what takes it away again */
export function registerFileUse(use: FileUse): () => void {
  uses.add(use);
  return () => uses.delete(use);
}

/** Which of the files an item or another module keeps. */
export async function keptFiles(ctx: Ctx, files: ReadonlyArray<Pick<FileRow, 'id' | 'item_id' | 'key'>>): Promise<Set<number>> {
  if (files.length === 0) return new Set();
  const ids = files.map(({ id }) => id);
  const kept = new Set(await filesInUse(ctx, files));
  const item_ids = files.flatMap(({ item_id }) => item_id ?? []);
  for (const use of uses) for (const id of await use(ctx, ids, item_ids)) kept.add(id);
  return kept;
}

/** An own upload, as lists of attachments name it. */
export interface Attachment {
  id: number;
  name: string;
  size_bytes: number;
  type: string;
}

/** The files as attachments, in the order of `ids`; unknown ones are left out. No right is asked for here. */
export async function attachmentsOf(ctx: Ctx, ids: readonly number[]): Promise<Attachment[]> {
  const rows = await findFiles(ctx.db, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, name: row.name, size_bytes: row.size_bytes, type: row.type }] : [];
  });
}

/**
 * Locks own uploads that are to be attached, in the order of `ids`; `item_id`: the item that they belong to from now on, for what stands with
 * one. The caller writes its use in the same transaction.
 * @throws AppError code 1 on `field` for a file of somebody else, of another item, or one that is gone
 */
export async function takeAttachments(
  tx: TxCtx,
  { owner_id, ids, field, item_id }: { owner_id: number; ids: readonly number[]; field: string; item_id?: number },
): Promise<Attachment[]> {
  const locked = new Map((await lockOwnFiles(tx.db, owner_id, ids)).map((row) => [row.id, row]));
  const missing = ids.some((id) => !locked.has(id));
  if (missing || (item_id !== undefined && !(await bindFiles(tx.db, [...ids], item_id)))) {
    throw invalid({ [field]: '有附件已失效，请移除后重新上传' });
  }
  return attachmentsOf(tx, ids);
}
