import { endLinkOf } from '../modules/employees/index.ts';
import type { LastingEnd } from '../modules/identity/index.ts';
import { endFeed } from '../modules/planner/index.ts';
import { endDoorLinks } from '../modules/salons/index.ts';

/**
 * How something ends that a login made. `login`: with that login, so also with all of the user; `user`: with a reset, another password or
 * phone, a ban or a closing, because it is meant to outlive a login; `asked`: never by itself, so making it wants fresh proof and a reset
 * offers to end it; `itself`: it opens nothing of the account, or so briefly that nothing else is needed.
 */
export type MadeEnds = 'login' | 'user' | 'asked' | 'itself';

export interface MadeByLogin {
  /** Where it is made: files of `src/server`. */
  files: readonly string[];
  ends: MadeEnds;
  /** What makes it refuses a login that was not proven within ten minutes. */
  wants_proof?: true;
  /** For `user`. */
  end?: LastingEnd;
  why: string;
}

/**
 * Everything that a login can make by which something of its user is reached later. `tests/http/made-by-login.test.ts` makes each, ends the login
 * in every way and uses it again; `tests/architecture/made-by-login.test.ts` refuses a file that makes tokens or signs without standing here.
 */
export const MADE_BY_LOGIN = {
  token: {
    files: ['modules/identity/issue-token.ts'],
    ends: 'login',
    why: 'the login itself: 30 days after its last use',
  },
  stream: { files: ['http/streams.ts'], ends: 'login', why: 'ended by the process that ends the login, by a notice in the others' },
  handover: { files: ['modules/identity/one-time.ts'], ends: 'login', why: 'one use within 60 s; what it opens is a login of its own' },
  upload: {
    files: ['modules/publishing/uploading/open-upload.ts', 'modules/publishing/rules.ts'],
    ends: 'login',
    why: 'each part is sent with the token; an address straight into the storage gives no file until a signed-in call finishes it',
  },
  download: {
    files: ['modules/downloads/grant-download.ts', 'modules/downloads/locked-pages.ts', 'modules/downloads/rules.ts'],
    ends: 'login',
    why: 'ten minutes',
  },
  original: { files: ['modules/downloads/originals.ts'], ends: 'login', why: 'ten minutes, all of an album four hours' },
  page: { files: ['modules/downloads/locked-pages.ts'], ends: 'login', why: 'ten minutes' },
  attachment: { files: ['modules/publishing/attachment-link.ts'], ends: 'login', why: 'ten minutes' },
  draft_picture: { files: ['modules/publishing/take-picture.ts'], ends: 'login', why: 'an hour or two' },
  draft_film: { files: ['modules/publishing/open-film.ts'], ends: 'login', why: 'an hour or two' },
  preview: { files: ['modules/publishing/drafts/preview.ts'], ends: 'login', why: 'half an hour, for who is shown the draft' },
  lesson_file: {
    files: ['modules/study/film-links.ts', 'modules/study/start-lesson.ts', 'modules/study/rules.ts'],
    ends: 'login',
    why: 'as long as the lesson and two hours, in one browser',
  },
  chat_file: { files: ['modules/chat/chat-files.ts'], ends: 'login', why: 'an hour or two' },
  chat_page: { files: ['areas/chat/plain-page.ts'], ends: 'login', why: 'a day' },
  offer_file: { files: ['modules/offers/offer-files.ts'], ends: 'login', why: 'an hour or two' },
  verification_picture: { files: ['modules/verification/reviews.ts'], ends: 'login', why: 'ten minutes, for staff' },
  data_package: {
    files: ['modules/privacy/export-data.ts'],
    ends: 'login',
    why: 'the file lies for three days; another login has a link of its own',
  },
  calendar: {
    files: ['modules/planner/feed.ts'],
    ends: 'user',
    wants_proof: true,
    end: endFeed,
    why: 'calendar programs read it for years',
  },
  door: {
    files: ['modules/salons/door-links.ts'],
    ends: 'user',
    wants_proof: true,
    end: endDoorLinks,
    why: 'helpers at a door have no account; until hours after the salon',
  },
  company_link: {
    files: ['modules/employees/links.ts'],
    ends: 'user',
    wants_proof: true,
    end: endLinkOf,
    why: 'colleagues open it in the days after it was sent',
  },
  passkey: { files: ['modules/identity/passkeys.ts'], ends: 'asked', wants_proof: true, why: 'bound to a device, not to a password' },
  wechat: { files: ['modules/wechat/wechat-login.ts'], ends: 'asked', wants_proof: true, why: 'bound to another account of the person' },
  employee: {
    files: ['modules/employees/employ.ts'],
    ends: 'asked',
    wants_proof: true,
    why: 'employees act by logins of their own; the enterprise ends it in its list, a ban or a closing of it at once',
  },
  unsubscribe: { files: ['modules/notices/unsubscribe.ts'], ends: 'itself', why: 'turns mail off and does nothing else' },
  mail_code: { files: ['modules/notices/own-settings.ts'], ends: 'itself', why: 'confirmed by a signed-in call; 15 minutes' },
  sms_code: {
    files: ['modules/identity/send-code.ts'],
    ends: 'itself',
    why: 'goes to the phone, which is the account; ten minutes, one use',
  },
  ticket: {
    files: ['modules/salons/make-tickets.ts', 'modules/salons/give-ticket.ts'],
    ends: 'itself',
    why: 'the paper that its holder shows at the door, also when bought for another',
  },
  payment: { files: ['providers/payment/scan/scan.ts'], ends: 'itself', why: 'lets anybody pay an order, and shows its title and amount' },
  advertisement: {
    files: ['modules/ads/watch-ad.ts'],
    ends: 'itself',
    why: 'names one showing to the network; opens nothing without the reader',
  },
  album_name: { files: ['modules/downloads/rules.ts'], ends: 'itself', why: 'names an item; its right is asked for each time' },
  client_link: {
    files: ['modules/client-links/save-link.ts', 'modules/client-links/open-link.ts'],
    ends: 'itself',
    why: 'stamped pages of one work, in the list of its maker; a new password must not take away what clients were sent, a ban or a closing does',
  },
  captcha: { files: ['modules/captcha/captcha.ts'], ends: 'itself', why: 'a picture that was read; minutes, one use' },
  browser: { files: ['http/browser-cookie.ts'], ends: 'itself', why: 'knows a browser again; opens nothing' },
} as const satisfies Record<string, MadeByLogin>;

export type MadeName = keyof typeof MADE_BY_LOGIN;

/** What ends with all of a user, in the transaction that ends it. */
export const lastingEnds: readonly LastingEnd[] = Object.values(MADE_BY_LOGIN).flatMap((made: MadeByLogin) => made.end ?? []);
