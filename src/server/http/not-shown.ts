import type { AstroGlobal } from 'astro';
import { gonePath } from '#contract/hub.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { pageCtx } from '../boot.ts';
import { wasShown } from '../views/item-screen.ts';

/** Answers the address of a work that is not shown: what was public once says that it is gone, in place; else the kind says where to go. */
export async function notShown(
  { url, rewrite, redirect }: Pick<AstroGlobal, 'url' | 'rewrite' | 'redirect'>,
  kind: KindFacts,
  param = 'id',
): Promise<Response> {
  const asked = url.searchParams.get(param) ?? '';
  const gone = /^[1-9]\d{0,14}$/.test(asked) && (await wasShown(pageCtx(), kind, Number(asked)));
  return gone ? rewrite(gonePath(kind, Number(asked))) : redirect(kind.paths.missing);
}
