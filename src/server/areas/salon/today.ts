import { salonPath } from '#contract/salon.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { ownTickets } from '../../modules/salons/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

const SOON_S = 2 * 86_400;
/** More tickets than anybody holds for coming salons. */
const MOST = 50;
const TICKETS = '/personalCenter/mySalon';

/** Seats that are kept for the reader for a while, and tickets of salons that begin within two days. */
export const salonToday: TodaySource = async (ctx) => {
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
