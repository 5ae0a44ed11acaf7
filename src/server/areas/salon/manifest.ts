import { KINDS } from '#contract/kinds.ts';
import { salonPath, TICKET_SUBJECT } from '#contract/salon.ts';
import { inTransaction } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { getSaleItem } from '../../modules/catalog/index.ts';
import { blocked, paged } from '../../modules/privacy/index.ts';
import {
  checkInRows,
  countOpenSalons,
  exportedSalons,
  exportedTickets,
  followSalonItem,
  forgetSalons,
  organiserShare,
  ownTickets,
  recapRows,
  salonJobs,
  salonMessageRows,
  salonReview,
  salonReviewMode,
  salonWorkbench,
  tellBought,
  ticketSubject,
  waitingRows,
  whySalonNotAgain,
} from '../../modules/salons/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { salonFields } from './own-fields.ts';
import { salonEndpoints } from './routes.ts';
import { salonLists } from './staff-lists.ts';

const SOON_S = 2 * 86_400;
/** More tickets than anybody holds for coming salons. */
const MOST = 50;
const TICKETS = '/personalCenter/mySalon';

/** Seats that are reserved for the reader for a while, and tickets of salons that begin within two days. */
const salonToday: TodaySource = async (ctx) => {
  const now_s = unixSeconds(ctx.app.clock.now());
  const { list, waiting } = await ownTickets(ctx, { page: 1, limit: MOST });
  const offered = waiting.filter(({ state, offer_until }) => state === 'offered' && offer_until > now_s);
  const soon = list.filter(
    ({ state, salon_state, starts_at }) => state === 'valid' && salon_state === 'open' && starts_at > now_s && starts_at < now_s + SOON_S,
  );
  const [seat, ticket] = [offered[0], soon[0]];
  return [
    ...todayCard('answer', {
      ...{ key: 'salon-seat', title: '候补到了名额', text: seat ? `${seat.title}，名额保留有限，请尽快购票` : '', num: offered.length },
      href: seat && offered.length === 1 ? salonPath(seat.salon_id) : TICKETS,
    }),
    ...todayCard('ending', {
      ...{ key: 'salon-ticket', title: '即将开始的沙龙', text: ticket ? `${ticket.title}，${ticket.city}${ticket.venue}` : '' },
      ...{ num: soon.length, href: ticket && soon.length === 1 ? ticket.path : TICKETS },
    }),
  ];
};

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
  personal: {
    files: {
      沙龙: paged(exportedSalons),
      沙龙门票: paged(exportedTickets),
      沙龙群发: salonMessageRows,
      沙龙签到: checkInRows,
      沙龙候补: waitingRows,
      沙龙回顾: recapRows,
    },
    blockers: async (ctx, user_id) =>
      blocked(
        await countOpenSalons(ctx, user_id),
        (n) => `有 ${n} 场沙龙还在报名，请先举办或取消`,
        '/personalCenter/mySalon?tab=organised',
      ),
    forget: [forgetSalons],
  },
};
