import type { Ctx } from '#server/app/ctx.ts';
import { makePaper } from '#server/modules/papers/index.ts';
import type { TestApp } from './app.ts';

/** What calls of documents are asked with, by path: those of a document of one's own. */
export async function paperReads(t: Pick<TestApp, 'ctx'>, owner: { id: number }): Promise<Record<string, Record<string, unknown>>> {
  const own: Ctx = t.ctx({ kind: 'user', user_id: owner.id, token_id: 0, roles: [], address: '' });
  const { id } = await makePaper(own, { kind: 'rundown' });
  return { '/paper/one': { id }, '/paper/versions': { id }, '/paper/version': { id, no: 1 } };
}
