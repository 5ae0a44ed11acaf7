import { catalogTermCalls } from '#contract/catalog/term-calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { saveTerm, termForm } from '../../modules/catalog/index.ts';

/** Categories and choices for staff; readers meet them with the lists. */
export const termEndpoints: Endpoint[] = [
  serve(catalogTermCalls.get_term, (ctx, { id }) => termForm(ctx, id)),
  serve(catalogTermCalls.post_term, async (ctx, { id, ...form }) => ({ id: await saveTerm(ctx, { id: id ?? 0, ...form }) })),
];
