import { KINDS } from '#contract/kinds.ts';
import { TICKET_SUBJECT } from '#contract/salon.ts';
import { inTransaction } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import {
  followSalonItem,
  organiserShare,
  salonJobs,
  salonReview,
  salonReviewMode,
  salonWorkbench,
  tellBought,
  ticketSubject,
  whySalonNotAgain,
} from '../../modules/salons/index.ts';
import type { Manifest } from '../manifest.ts';
import { salonFields } from './own-fields.ts';
import { salonEndpoints } from './routes.ts';
import { salonLists } from './staff-lists.ts';
import { salonToday } from './today.ts';

/** Salons: events that people meet at, and their tickets. */
export const salonArea: Manifest = {
  name: 'salon',
  endpoints: salonEndpoints,
  jobs: salonJobs,
  settings: [salonReviewMode, organiserShare],
  subjects: [ticketSubject],
  reviewables: [salonReview],
  why_not_again: { [KINDS.salon.key]: whySalonNotAgain },
  workbench: salonWorkbench,
  today: salonToday,
  staff_lists: salonLists,
  own_fields: { [KINDS.salon.key]: salonFields },
  on: (app, ctx) => ({
    // the page of a salon that is cancelled is shown on: it stands under its item's tag as before
    'salon.moved': [({ salon_id }) => purgeTags(app, [pageTags.item(salon_id)])],
    'order.paid': [
      async ({ subject, subject_id, buyer_id, order_id }) => {
        if (subject !== TICKET_SUBJECT) return;
        await purgeTags(app, [pageTags.item(subject_id)]);
        await tellBought(ctx, { salon_id: subject_id, buyer_id, order_id });
      },
    ],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what !== 'status' || (await getSaleItem(ctx, item_id))?.kind !== KINDS.salon.code) return;
        await inTransaction(ctx, (tx) => followSalonItem(tx, item_id));
      },
    ],
  }),
};
