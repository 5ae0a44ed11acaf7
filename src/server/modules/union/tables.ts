import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';
import type { UnionPart } from './rules.ts';

/** What is sold together: memberships of ours and rights at partners. The order keeps the parts as they were when it was placed. */
export const union_bundles = pgTable(
  'union_bundles',
  {
    id: id(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** Paths of pictures of ours; empty: drawn from the title. */
    img: text().notNull().default(''),
    bottom_img: text().notNull().default(''),
    price_fen: fen().notNull(),
    org_price_fen: fen().notNull(),
    protocol_url: text().notNull().default(''),
    protocol_title: text().notNull().default(''),
    parts: jsonb().$type<UnionPart[]>().notNull(),
    sort: integer().notNull().default(0),
    is_on: boolean().notNull().default(true),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    check('union_bundles_price', sql`${t.price_fen} > 0 and ${t.org_price_fen} >= ${t.price_fen}`),
    index('union_bundles_by_time').on(t.updated_at, t.id),
  ],
);

/** One part of one order, each with a state of its own. */
export const union_rights = pgTable(
  'union_rights',
  {
    id: id(),
    order_id: ref().notNull(),
    orderid: text().notNull(),
    bundle_id: ref().notNull(),
    user_id: ref().notNull(),
    /** Its place among the parts of the bundle. */
    part: smallint().notNull(),
    /** plan, partner */
    sort: text().notNull(),
    title: text().notNull(),
    /** Of a plan. */
    vip_type: smallint().notNull().default(0),
    days: integer().notNull().default(0),
    max_download_pre_day: integer().notNull().default(0),
    /** Of a partner's right. */
    partner: text().notNull().default(''),
    product: text().notNull().default(''),
    months: integer().notNull().default(0),
    /** Phone that the partner's right goes to. */
    phone: text().notNull().default(''),
    /** Its part of the price. */
    price_fen: fen().notNull(),
    /** Names the request at the partner: the same number is the same right. */
    request_no: text().notNull(),
    /** held, waiting, active, ending, ended */
    state: text().notNull().default('held'),
    attempts: integer().notNull().default(0),
    next_try_at: at(),
    last_error: text().notNull().default(''),
    partner_no: text().notNull().default(''),
    starts_at: at(),
    ends_at: at(),
    /** When it was given and when it was taken back: what the partner's statement counts. */
    granted_at: at(),
    ended_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('union_rights_part').on(t.order_id, t.part),
    // the number at the partner is made of these two
    uniqueIndex('union_rights_orderid').on(t.orderid, t.part),
    index('union_rights_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    // most are held for minutes and active ever after: those states need no index
    index('union_rights_by_state').on(t.state, t.id).where(sql`${t.state} in ('waiting', 'ending', 'ended')`),
    index('union_rights_by_time').on(t.created_at, t.id),
    index('union_rights_waiting').on(t.next_try_at).where(sql`${t.state} in ('waiting', 'ending')`),
    // what is asked at every purchase: what runs for a phone, and the months of a user
    index('union_rights_running').on(t.partner, t.product, t.phone, t.ends_at).where(sql`${t.state} = 'active'`),
    index('union_rights_months')
      .on(t.user_id, t.ends_at, t.order_id, t.months)
      .where(sql`${t.sort} = 'partner' and ${t.state} in ('held', 'waiting', 'active')`),
    index('union_rights_statement').on(t.partner, t.granted_at).where(sql`${t.sort} = 'partner' and ${t.granted_at} is not null`),
    check('union_rights_state', sql`${t.state} in ('held', 'waiting', 'active', 'ending', 'ended')`),
    check('union_rights_price', sql`${t.price_fen} >= 0`),
  ],
);
