import { workbenchCalls } from '#contract/workbench/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import {
  calendarFeed,
  calendarOf,
  plannerEntries,
  removeEntry,
  renewFeed,
  saveEntry,
  setEntryDone,
  workbenchOf,
} from '../../modules/planner/index.ts';

export const workbenchEndpoints = [
  serve(workbenchCalls.board, async (ctx) => ({ entries: await workbenchOf(ctx), planner: await plannerEntries(ctx) })),
  serve(workbenchCalls.post_entry, (ctx, input) => saveEntry(ctx, input)),
  serve(workbenchCalls.done, (ctx, { id, done }) => setEntryDone(ctx, id, done)),
  serve(workbenchCalls.delete_entry, async (ctx, { id }, c) => {
    await removeEntry(ctx, id);
    return said(c, '已删除', null);
  }),
  serve(workbenchCalls.get_feed, (ctx) => calendarFeed(ctx)),
  serve(workbenchCalls.post_feed, (ctx, { on }) => renewFeed(ctx, on)),
  serve(
    workbenchCalls.ics,
    async (ctx, input) =>
      new Response(await calendarOf(ctx, input), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': contentDisposition('cemao.ics', 'inline'),
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
        },
      }),
  ),
];
