import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Role } from '#contract/staff.ts';
import { at, counter, created, id, ref } from '../../db/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Mainland mobile number, 11 digits: the account. */
    mobile: text().notNull(),
    /** argon2id; null: signs in by SMS only. */
    password_hash: text(),
    nickname: text().notNull(),
    headimgurl: text().notNull().default(''),
    city: text().notNull().default(''),
    introduction: text().notNull().default(''),
    birthday: date(),
    /** 1 male, 2 female, 0 not said (spec 3). */
    sex: smallint().notNull().default(0),
    show_company: text().notNull().default(''),
    show_job: text().notNull().default(''),
    /** reviewer, operator, admin */
    roles: text().array().$type<Role[]>().notNull().default([]),
    blocked: boolean().notNull().default(false),
    /** Counters of the releaser card; changed by one statement each. */
    fans_num: counter(),
    works_num: counter(),
    view_num: counter(),
    web_channel_id: text(),
    invitor_id: ref(),
    /** When the account will be erased: its owner asked for it, and may still come back. */
    closing_at: at(),
    /** Erased: nothing here says who it was. */
    closed_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('users_mobile').on(t.mobile),
    index('users_by_fans').on(t.fans_num, t.id),
    index('users_publishing').on(t.created_at, t.id).where(sql`${t.works_num} > 0`),
    index('users_by_time').on(t.created_at, t.id),
    index('users_by_name').on(t.nickname.op('text_pattern_ops')),
    index('users_blocked').on(t.created_at, t.id).where(sql`${t.blocked}`),
    index('users_staff').on(t.created_at, t.id).where(sql`${t.roles} <> '{}'`),
    index('users_closing').on(t.closing_at, t.id).where(sql`${t.closing_at} is not null`),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** sha256 of the token; the token itself is never stored. */
    token_hash: text().notNull(),
    /** System and browser that signed in; '' when it said nothing known. */
    device: text().notNull().default(''),
    /** From which network, as limits count it. */
    network: text().notNull().default(''),
    /** How the user proved themselves: password, sms, wechat, passkey, register, code. */
    way: text().notNull().default(''),
    /** When its holder last proved who they are, by password, code or passkey; null: never, as with a login that was handed over. */
    proven_at: at(),
    created_at: created(),
    /** Slides: 30 days after the last use. */
    expires_at: at().notNull(),
    revoked_at: at(),
  },
  (t) => [uniqueIndex('tokens_hash').on(t.token_hash), index('tokens_of_user').on(t.user_id)],
);

export const sms_codes = pgTable(
  'sms_codes',
  {
    id: id(),
    mobile: text().notNull(),
    /** register, login, reset, or account (login or reset): a code opens only what it was sent for. */
    purpose: text().notNull(),
    /** HMAC of mobile, purpose and code. */
    code_hash: text().notNull(),
    address: text().notNull(),
    tries: smallint().notNull().default(0),
    /** Attempts of those who did not ask for the code. */
    strangers_tries: smallint().notNull().default(0),
    created_at: created(),
    expires_at: at().notNull(),
    used_at: at(),
  },
  (t) => [
    index('sms_codes_of_mobile').on(t.mobile, t.created_at.desc().nullsFirst()),
    index('sms_codes_of_address').on(t.address, t.created_at.desc().nullsFirst()),
  ],
);

/** Passwords that were tried, until the window of their limit ends. Keys are hashes of phones and networks. */
export const login_tries = pgTable(
  'login_tries',
  {
    key: text().primaryKey(),
    tries: integer().notNull(),
    ends_at: at().notNull(),
  },
  (t) => [index('login_tries_ending').on(t.ends_at)],
);

/** Browsers from which a user signed in, by what their cookie says; the user is notified of a login from another one. */
export const user_devices = pgTable(
  'user_devices',
  {
    user_id: ref().notNull(),
    /** sha256 of the cookie. */
    device_hash: text().notNull(),
    device: text().notNull().default(''),
    network: text().notNull().default(''),
    first_at: at().notNull(),
    last_at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.device_hash] }), index('user_devices_of_hash').on(t.device_hash)],
);

/** What may be used once, for a short time: a login handed over in an address, the challenge of a passkey, what a closing account gives up. */
export const one_time_codes = pgTable(
  'one_time_codes',
  {
    id: id(),
    purpose: text().notNull(),
    /** sha256 of the code. */
    code_hash: text().notNull(),
    user_id: ref(),
    /** The login that made it, with which it ends; null: none did. */
    token_id: ref(),
    payload: text().notNull().default(''),
    created_at: created(),
    expires_at: at().notNull(),
    used_at: at(),
  },
  (t) => [uniqueIndex('one_time_codes_hash').on(t.code_hash), index('one_time_codes_ending').on(t.expires_at)],
);

/** Public keys by which users sign in beside their phone. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** As the browser names it, base64url. */
    credential_id: text().notNull(),
    /** COSE key, base64url. */
    public_key: text().notNull(),
    /** Rises with each use where the authenticator counts. */
    sign_count: counter(),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    created_at: created(),
    used_at: at(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credential_id), index('passkeys_of_user').on(t.user_id)],
);
