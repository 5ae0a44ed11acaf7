import type { z } from 'zod';
import { demandCalls, type formInput, KIND } from '#contract/demand/calls.ts';
import { LABEL_TYPES } from '#contract/demand.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import {
  actOnDemand,
  deleteDemandDraft,
  labelForm,
  ownDemand,
  ownDemandState,
  ownDemands,
  saveDemand,
  saveLabel,
  shownLabels,
  submitDemand,
} from '../../modules/demands/index.ts';
import { demandCards } from '../../views/demand-list.ts';
import { demandFileLink } from '../../views/demand-screen.ts';
import { relatedItems } from '../../views/item-screen.ts';

function save(ctx: Ctx, { draft_key, edition, action, step, id, ...form }: z.output<typeof formInput> & { id?: number }) {
  const input = { id, draft_key, edition, form, step };
  return action === 'draft' ? saveDemand(ctx, input) : submitDemand(ctx, input);
}

export const demandEndpoints: Endpoint[] = [
  serve(demandCalls.labels, async (ctx) => ({
    list: await shownLabels(ctx),
    types: Object.fromEntries(Object.entries(LABEL_TYPES).map(([type, { path }]) => [type, path])),
  })),
  serve(demandCalls.get_index_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(demandCalls.get_index_path2, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
  serve(demandCalls.list, async (ctx, { labelId, ...input }) =>
    demandCards(ctx, { ...input, ...(labelId === undefined ? {} : { label_id: labelId }) }),
  ),
  serve(demandCalls.post_form, save),
  serve(demandCalls.put_form, save),
  serve(demandCalls.get_form, (ctx, { id }) => ownDemand(ctx, id)),
  serve(demandCalls.draft, async (ctx, { id }) => {
    await deleteDemandDraft(ctx, id);
    return { id };
  }),
  serve(demandCalls.mine, (ctx, input) => ownDemands(ctx, input)),
  serve(demandCalls.own, (ctx, { id }) => ownDemandState(ctx, id)),
  serve(demandCalls.act, (ctx, input) => actOnDemand(ctx, input)),
  serve(demandCalls.file, (ctx, input) => demandFileLink(ctx, input)),
  serve(demandCalls.get_staff_label, (ctx, { id }) => labelForm(ctx, id)),
  serve(demandCalls.post_staff_label, async (ctx, form) => ({ id: await saveLabel(ctx, form) })),
];
