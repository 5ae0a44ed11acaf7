import type { Ctx } from '../../kernel/ctx.ts';
import { findFile } from './repo.ts';

/** An original as it was uploaded: what a buyer downloads. */
export interface OriginalFile {
  /** In private storage. */
  key: string;
  name: string;
  size_bytes: number;
  sha256: string;
  type: string;
}

/** The stored original; null when there is none. No right is asked for here. */
export async function originalFile(ctx: Ctx, file_id: number): Promise<OriginalFile | null> {
  const file = await findFile(ctx.db, file_id);
  return file && { key: file.key, name: file.name, size_bytes: file.size_bytes, sha256: file.sha256, type: file.type };
}
