import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Which WeChat person signs in as which user; one each. */
export const wechat_identities = pgTable(
  'wechat_identities',
  {
    id: id(),
    user_id: ref().notNull(),
    /** The same person in all applications of one owner; openid differs between them. */
    unionid: text().notNull(),
    openid: text().notNull(),
    nickname: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [uniqueIndex('wechat_identities_unionid').on(t.unionid), uniqueIndex('wechat_identities_user').on(t.user_id)],
);

/** A QR that one browser asked for, and who scanned it. What WeChat said of them stays here: it never comes from the browser. */
export const wechat_logins = pgTable(
  'wechat_logins',
  {
    id: id(),
    /** sha256 of what the browser polls with. */
    token_hash: text().notNull(),
    /** sha256 of the cookie of the browser that asked: no other browser gets the login. */
    browser_hash: text().notNull(),
    /** sha256 of the `state` that goes through WeChat. */
    state_hash: text().notNull(),
    /** Signed in when it asked: the WeChat is linked to this user. Null: it signs in. */
    link_user_id: ref(),
    /** waiting, scanned, confirmed, cancelled, done */
    status: text().notNull().default('waiting'),
    unionid: text(),
    openid: text(),
    nickname: text(),
    headimgurl: text(),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('wechat_logins_token').on(t.token_hash),
    uniqueIndex('wechat_logins_state').on(t.state_hash),
    index('wechat_logins_ending').on(t.expires_at),
  ],
);
