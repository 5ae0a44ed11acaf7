import type { Ctx } from '../../../app/ctx.ts';
import { queryKey, readQuery } from '../read-query.ts';
import { dictionaryOf } from '../words/load-dictionary.ts';

/** The key under which presses, pins and figures of what somebody typed stand; '' where it says nothing. */
export async function keyOf(ctx: Ctx, keyword: string): Promise<string> {
  return queryKey(readQuery(keyword, await dictionaryOf(ctx)));
}
