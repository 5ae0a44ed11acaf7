import { z } from 'zod';
import type * as contract from '#contract/salon.ts';
import { GIVE_KEYS, MODE_KEYS, SALON_ACTS, SALON_STATES, TICKET_ACTS, TICKET_STATES } from '#contract/salon.ts';
import { pictureOutput } from './picture.ts';
import { planBlockOutput, seatBlockOutput } from './seats.ts';

export const salonStateOutput = z.enum(SALON_STATES);
export const salonStageOutput = z.enum(['coming', 'full', 'running', 'over', 'cancelled']) satisfies z.ZodType<contract.SalonStage>;

const agendaOutput = z.strictObject({
  /** HH:MM */
  at: z.string(),
  title: z.string(),
  speaker: z.string(),
});
export type SalonAgendaLine = z.infer<typeof agendaOutput>;
const guest = { name: z.string(), title: z.string(), about: z.string() };
/** `headimgurl`: empty without a picture. */
const guestOutput = z.strictObject({ ...guest, headimgurl: z.string() });
/** `picture`: an own upload. */
const guestFormOutput = z.strictObject({ ...guest, picture: z.int().optional() });
/** A guest as typed. */
export type SalonGuest = z.infer<typeof guestFormOutput>;
export const questionOutput = z.strictObject({ key: z.string(), label: z.string(), required: z.boolean(), options: z.array(z.string()) });
/** What an organiser asks of each guest of a kind. With options: one of them is chosen. */
export type TicketQuestion = z.infer<typeof questionOutput>;

export const salonKindOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  about: z.string(),
  price: z.number(),
  /** -1: there is none, or its time is over. */
  early_price: z.number(),
  early_until: z.int(),
  /** -1: members pay what all pay. */
  member_price: z.number(),
  capacity: z.int(),
  left: z.int(),
  on_sale: z.boolean(),
  online: z.boolean(),
});
/** A kind of ticket as everybody sees it. `left`: of a moment ago; the order decides. */
export type SalonKind = z.infer<typeof salonKindOutput>;

export const salonPublicOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Null: its page draws a poster. */
  cover: pictureOutput.nullable(),
  state: salonStateOutput,
  stage: salonStageOutput,
  starts_at: z.int(),
  ends_at: z.int(),
  city: z.string(),
  venue: z.string(),
  address: z.string(),
  /** Null: its organiser gave none. */
  place: z.strictObject({ lat: z.number(), lng: z.number() }).nullable(),
  organiser: z.string(),
  agenda: z.array(agendaOutput),
  guests: z.array(guestOutput),
  kinds: z.array(salonKindOutput),
  /** Of all kinds. */
  left: z.int(),
  sold: z.int(),
  cancel_reason: z.string(),
  mode: z.enum(MODE_KEYS),
  /** Hours before the beginning until when tickets can be given to others; null: never. */
  give_h: z.int().nullable(),
  /** Its recap is read from /salon/review. */
  has_recap: z.boolean(),
});
export type SalonPublic = z.infer<typeof salonPublicOutput>;

export const waitingOutput = z.strictObject({
  id: z.int(),
  salon_id: z.int(),
  title: z.string(),
  kind_id: z.int(),
  kind_name: z.string(),
  count: z.int(),
  state: z.enum(['waiting', 'offered']),
  since: z.int(),
  /** Until when the seats are reserved; 0: none are. */
  offer_until: z.int(),
  /** People before it. */
  ahead: z.int(),
});
export type WaitingEntry = z.infer<typeof waitingOutput>;

export const priceListOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Why nothing is sold; '': tickets are sold. */
  closed: z.string(),
  is_member: z.boolean(),
  most: z.int(),
  kinds: z.array(salonKindOutput.extend({ your_price: z.number(), why: z.string(), questions: z.array(questionOutput) })),
  /** Empty: seats are not chosen. */
  plan: z.array(planBlockOutput),
  refund_rules: z.array(z.string()),
  /** The reader's own entries on the waiting list. */
  waiting: z.array(waitingOutput),
  /** Who the reader is, to begin the form with. */
  holder: z.strictObject({ name: z.string(), phone: z.string() }),
  server_time: z.int(),
});
/** GET /salon/buy/pricelist: the kinds with what this reader pays. */
export type SalonPriceList = z.infer<typeof priceListOutput>;

export const ownTicketOutput = z.strictObject({
  id: z.int(),
  salon_id: z.int(),
  title: z.string(),
  starts_at: z.int(),
  ends_at: z.int(),
  city: z.string(),
  venue: z.string(),
  kind_name: z.string(),
  /** Its chair; '': none. */
  seat: z.string(),
  holder_name: z.string(),
  /** Somebody else bought it and gave it to the reader. */
  given: z.boolean(),
  online: z.boolean(),
  acts: z.array(z.enum(TICKET_ACTS)),
  questions: z.array(questionOutput),
  /** Empty where another account answers. */
  answers: z.array(z.strictObject({ key: z.string(), label: z.string(), answer: z.string() })),
  seq: z.int(),
  state: z.enum(TICKET_STATES),
  orderid: z.string(),
  paid: z.number(),
  refunded: z.number(),
  /** What comes back when it is given back now; -1: it cannot be given back. */
  refund: z.number(),
  refund_percent: z.number(),
  /** Time or place became another one after it was bought. */
  moved: z.boolean(),
  /** Path of its page. */
  path: z.string(),
  salon_state: salonStateOutput,
});
/** A ticket of the reader's. */
export type OwnTicket = z.infer<typeof ownTicketOutput>;

export const ownTicketListOutput = z.strictObject({
  list: z.array(ownTicketOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  waiting: z.array(waitingOutput),
});
export type OwnTicketList = z.infer<typeof ownTicketListOutput>;

export const salonBoughtOutput = z.strictObject({
  orderid: z.string(),
  status: z.literal([1, 2, 3]),
  salon: z.strictObject({
    id: z.int(),
    title: z.string(),
    starts_at: z.int(),
    ends_at: z.int(),
    city: z.string(),
    venue: z.string(),
    address: z.string(),
  }),
  tickets: z.array(ownTicketOutput),
});
/** Answer of GET /salon/buy/bought: an own order and its tickets, for /salon/success. */
export type SalonBought = z.infer<typeof salonBoughtOutput>;

export const savedSalonOutput = z.strictObject({
  id: z.int(),
  state: salonStateOutput,
  saved_at: z.int(),
  edition: z.int(),
  /** A change waits for the desk while the earlier text is shown. */
  waiting: z.boolean(),
});
export type SavedSalon = z.infer<typeof savedSalonOutput>;

export const ownSalonOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: salonStateOutput,
  starts_at: z.int(),
  city: z.string(),
  sold: z.int(),
  capacity: z.int(),
  waiting: z.boolean(),
  reject_reason: z.string(),
  saved_at: z.int(),
  edition: z.int(),
  acts: z.array(z.enum(SALON_ACTS)),
  may_edit: z.boolean(),
});
export type OwnSalon = z.infer<typeof ownSalonOutput>;

export const ownSalonListOutput = z.strictObject({
  list: z.array(ownSalonOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type OwnSalonList = z.infer<typeof ownSalonListOutput>;

const ticketKindFormOutput = z.strictObject({
  /** Made by the form; the same key is the same kind after a change. */
  key: z.string(),
  name: z.string(),
  about: z.string(),
  /** Yuan as typed; 0: free. */
  price: z.string(),
  /** Both empty: no early price. YYYY-MM-DD, that day included. */
  early_price: z.string(),
  early_until: z.string(),
  /** Empty: members pay what all pay. */
  member_price: z.string(),
  capacity: z.string(),
  questions: z.array(questionOutput),
  /** Counts where the salon is both. */
  online: z.boolean(),
});
/** A kind of ticket as it is typed. */
export type TicketKindForm = z.infer<typeof ticketKindFormOutput>;

const salonFormOutput = z.strictObject({
  title: z.string(),
  /** An own upload; absent: a poster is drawn. */
  cover: z.int().optional(),
  about: z.string(),
  organiser: z.string(),
  /** YYYY-MM-DD and HH:MM of Shanghai. */
  date: z.string(),
  from: z.string(),
  to: z.string(),
  /** Name of a city of `contract/regions.ts`. */
  city: z.string(),
  venue: z.string(),
  address: z.string(),
  /** WGS 84 as typed; both empty: the page shows no map. */
  lat: z.string(),
  lng: z.string(),
  agenda: z.array(agendaOutput),
  guests: z.array(guestFormOutput),
  kinds: z.array(ticketKindFormOutput),
  /** One of GIVE_CHOICES. */
  give: z.enum(GIVE_KEYS),
  /** Absent: seats are not numbered. */
  plan: z.array(seatBlockOutput).optional(),
  mode: z.enum(MODE_KEYS),
  /** Who was there may have a certificate. */
  certificate: z.boolean(),
});
/** What an organiser types; saved as it stands. */
export type SalonForm = z.infer<typeof salonFormOutput>;

export const ownSalonFormOutput = ownSalonOutput.extend({
  form: salonFormOutput,
  /** Of the files that the form names. */
  pictures: z.array(z.strictObject({ file_id: z.int(), src: z.string() })),
});
export type OwnSalonForm = z.infer<typeof ownSalonFormOutput>;
