import { centerCalls } from '#contract/center/calls.ts';
import type { CouponStatus } from '#contract/center.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { grantDownload } from '../../modules/downloads/index.ts';
import { collectedItems, followed, footprintGroups, forgetFootprints } from '../../modules/engagement/index.ts';
import { library, libraryChanges } from '../../views/library.ts';
import { couponsOf, ownLines, salesOfPublisher } from '../../views/own-money.ts';
import { sellerDay, sellerJobs } from '../../views/seller-day.ts';
import type { Manifest } from '../manifest.ts';

/** The reader's own lists: all of them take the reader from the token and from nothing else. */
const centerEndpoints = [
  serve(centerCalls.library, (ctx, input) => library(ctx, input)),
  serve(centerCalls.version, (ctx, { id, version }) => grantDownload(ctx, { item_id: id, version, once_a_day: true })),
  serve(centerCalls.changes, (ctx, { id }) => libraryChanges(ctx, id)),
  serve(centerCalls.collect, (ctx, input) => collectedItems(ctx, input)),
  serve(centerCalls.focus, (ctx, input) => followed(ctx, input)),
  serve(centerCalls.get_index, (ctx, { page, size }) => footprintGroups(ctx, { page, limit: size })),
  serveDone(centerCalls.delete_index, (ctx, { type, rid }) =>
    forgetFootprints(ctx, type === undefined || rid === undefined ? null : { type, rid }),
  ),
  serve(centerCalls.lines, (ctx, input) => ownLines(ctx, input)),
  serve(centerCalls.sales, (ctx, input) => salesOfPublisher(ctx, input)),
  serve(centerCalls.sales_day, (ctx) => sellerDay(ctx)),
  serve(centerCalls.mine, (ctx, { status, page, limit }) => couponsOf(ctx, { status: status as CouponStatus, page, limit })),
];

/** What a reader has of their own: library, marks, footprints, wallet, coupons, sales. */
export const centerArea: Manifest = { name: 'center', endpoints: centerEndpoints, jobs: sellerJobs };
