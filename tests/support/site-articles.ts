import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { submitItem } from '#server/modules/publishing/index.ts';
import { articleBody } from './articles.ts';
import type { BesideSite } from './beside-site.ts';
import type { Person } from './people.ts';
import { storePhotographs } from './picture-works.ts';

let made = 0;

/** Publishes an article on a running site, with two pictures. */
export async function putArticle(beside: BesideSite, owner: { id: number; token: string }, title: string): Promise<number> {
  const ctx = beside.ctx({ kind: 'user', user_id: owner.id, token_id: 0, roles: [], address: '127.0.0.1' });
  await inTransaction(beside.ctx(), (tx) => installDefaultTerms(tx));
  const { categories } = await kindTerms(ctx, KINDS.article);
  const pictures = await storePhotographs({ app: beside.booted.app, ctx: beside.ctx } as never, { ...owner, actor: ctx.actor } as Person, [
    'teal',
    'gold',
  ]);
  const form = {
    ...EMPTY_FORM,
    ...{ title, introduction: '按分钟、按人、按物写清楚的三张清单。', category_id: categories[0]?.id ?? null, tags: ['年会', '清单'] },
    ...{ price_type: 'free' as const, pictures, fields: { body: articleBody(pictures, title) } },
  };
  return (await submitItem(ctx, { kind: KINDS.article, draft_key: `site-article-${Date.now()}-${++made}`, form })).id;
}
