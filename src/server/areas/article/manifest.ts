import { KINDS } from '#contract/kinds.ts';
import { articleFields } from '../../views/article-screen.ts';
import type { Manifest } from '../manifest.ts';
import { articleEndpoints } from './routes.ts';

/** Articles of the trade. */
export const articleArea: Manifest = {
  name: 'article',
  endpoints: articleEndpoints,
  own_fields: { [KINDS.article.key]: articleFields },
};
