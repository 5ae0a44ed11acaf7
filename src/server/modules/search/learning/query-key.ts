import type { Ctx } from '../../../app/ctx.ts';
import { getSetting } from '../../settings/index.ts';
import { cutWords } from '../cut-words.ts';
import { parseQuery } from '../rules.ts';
import { synonymsSetting } from '../settings.ts';
import { synonymsOf } from '../synonyms.ts';

/** The key under which presses, pins and figures of what somebody typed stand; '' where it says nothing. */
export async function keyOf(ctx: Ctx, keyword: string): Promise<string> {
  const query = parseQuery(keyword, cutWords, synonymsOf(await getSetting(ctx, synonymsSetting)));
  return query ? query.words.toSorted().join(' ') : '';
}
