import { z } from 'zod';
import type * as contract from '#contract/salon.ts';
import { SALON_ACTS, SALON_STATES, TICKET_STATES } from '#contract/salon.ts';

export const salonStateOutput = z.enum(SALON_STATES);
export const salonStageOutput = z.enum(['coming', 'full', 'running', 'over', 'cancelled']) satisfies z.ZodType<contract.SalonStage>;

const agendaOutput = z.strictObject({ at: z.string(), title: z.string(), speaker: z.string() });
const guestOutput = z.strictObject({ name: z.string(), title: z.string(), about: z.string() });
const questionOutput = z.strictObject({ key: z.string(), label: z.string(), required: z.boolean(), options: z.array(z.string()) });

export const salonKindOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  about: z.string(),
  price: z.number(),
  early_price: z.number(),
  early_until: z.int(),
  member_price: z.number(),
  capacity: z.int(),
  left: z.int(),
  on_sale: z.boolean(),
}) satisfies z.ZodType<contract.SalonKind>;

export const salonPublicOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  state: salonStateOutput,
  stage: salonStageOutput,
  starts_at: z.int(),
  ends_at: z.int(),
  city: z.string(),
  venue: z.string(),
  address: z.string(),
  place: z.strictObject({ lat: z.number(), lng: z.number() }).nullable(),
  organiser: z.string(),
  agenda: z.array(agendaOutput),
  guests: z.array(guestOutput),
  kinds: z.array(salonKindOutput),
  left: z.int(),
  sold: z.int(),
  cancel_reason: z.string(),
  has_recap: z.boolean(),
}) satisfies z.ZodType<contract.SalonPublic>;

export const waitingOutput = z.strictObject({
  id: z.int(),
  salon_id: z.int(),
  title: z.string(),
  kind_id: z.int(),
  kind_name: z.string(),
  count: z.int(),
  state: z.enum(['waiting', 'offered']),
  since: z.int(),
  offer_until: z.int(),
  ahead: z.int(),
}) satisfies z.ZodType<contract.WaitingEntry>;

export const priceListOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  closed: z.string(),
  is_member: z.boolean(),
  most: z.int(),
  kinds: z.array(salonKindOutput.extend({ your_price: z.number(), why: z.string(), questions: z.array(questionOutput) })),
  refund_rules: z.array(z.string()),
  waiting: z.array(waitingOutput),
  holder: z.strictObject({ name: z.string(), phone: z.string() }),
  server_time: z.int(),
}) satisfies z.ZodType<contract.SalonPriceList>;

export const ownTicketOutput = z.strictObject({
  id: z.int(),
  salon_id: z.int(),
  title: z.string(),
  starts_at: z.int(),
  ends_at: z.int(),
  city: z.string(),
  venue: z.string(),
  kind_name: z.string(),
  holder_name: z.string(),
  seq: z.int(),
  state: z.enum(TICKET_STATES),
  orderid: z.string(),
  paid: z.number(),
  refunded: z.number(),
  refund: z.number(),
  refund_percent: z.number(),
  moved: z.boolean(),
  path: z.string(),
  salon_state: salonStateOutput,
}) satisfies z.ZodType<contract.OwnTicket>;

export const ownTicketListOutput = z.strictObject({
  list: z.array(ownTicketOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  waiting: z.array(waitingOutput),
}) satisfies z.ZodType<contract.OwnTicketList>;

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
}) satisfies z.ZodType<contract.SalonBought>;

export const savedSalonOutput = z.strictObject({
  id: z.int(),
  state: salonStateOutput,
  saved_at: z.int(),
  edition: z.int(),
  waiting: z.boolean(),
}) satisfies z.ZodType<contract.SavedSalon>;

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
}) satisfies z.ZodType<contract.OwnSalon>;

export const ownSalonListOutput = z.strictObject({
  list: z.array(ownSalonOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.OwnSalonList>;

export const ownSalonFormOutput = ownSalonOutput.extend({
  form: z.strictObject({
    title: z.string(),
    about: z.string(),
    organiser: z.string(),
    date: z.string(),
    from: z.string(),
    to: z.string(),
    city: z.string(),
    venue: z.string(),
    address: z.string(),
    lat: z.string(),
    lng: z.string(),
    agenda: z.array(agendaOutput),
    guests: z.array(guestOutput),
    kinds: z.array(
      z.strictObject({
        key: z.string(),
        name: z.string(),
        about: z.string(),
        price: z.string(),
        early_price: z.string(),
        early_until: z.string(),
        member_price: z.string(),
        capacity: z.string(),
        questions: z.array(questionOutput),
      }),
    ),
  }),
}) satisfies z.ZodType<contract.OwnSalonForm>;
