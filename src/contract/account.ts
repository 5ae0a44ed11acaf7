/** DTOs of logins by WeChat and passkey, devices, closing, one's own data, and invitations. Times are unix seconds. */

export const ACCOUNT_CALLS = {
  wechat_qr: '/user/user/getwechatqrcode',
  wechat_check: '/user/user/checkwechatlogin',
  wechat_bind: '/user/user/wechatbind',
  wechat_unlink: '/user/user/wechat',
  wechat_callback: '/user/user/wechatcallback',
  security: '/user/user/security',
  device: '/user/user/device',
  devices: '/user/user/devices',
  prove: '/user/user/prove',
  ways: '/user/user/ways',
  passkey: '/user/user/passkey',
  passkey_options: '/user/user/passkeyoptions',
  passkey_login: '/api/user/passkey',
  passkey_login_options: '/api/user/passkeyoptions',
  hand_over: '/api/user/handover',
  adopt: '/api/user/adopt',
  close: '/user/user/close',
  export: '/user/user/export',
  export_file: '/user/export/:signed',
  today: '/user/user/today',
  invite: '/user/invite',
} as const;

/** WeChat's poll: every so often. */
export const WECHAT_POLL_MS = 2_000;

/** Codes of checkwechatlogin beside 0, which completes it. */
export const WECHAT_STATES = { waiting: 3, scanned: 4, expired: 5, unbound: 6, cancelled: 7 } as const;
export type WechatState = keyof typeof WECHAT_STATES;

/** POST getwechatqrcode. */
export interface WechatQr {
  /** What the poll is asked with; good in this browser only. */
  token: string;
  /** scan: `url` is drawn as a QR; window: `url` is WeChat's own page with the QR. */
  mode: 'scan' | 'window';
  url: string;
  expires_at: number;
}

/** What code 6 tells of the WeChat person, for the bind page. */
export interface WechatPersonShown {
  nickname: string;
  headimgurl: string;
}

/** GET prove: by what the reader may prove who they are, beside a code to their phone. */
export interface ProofWays {
  /** Masked. */
  account: string;
  has_password: boolean;
  has_passkey: boolean;
}

/** A login of the reader's own. */
export interface OwnDevice {
  id: number;
  device: string;
  /** Masked. */
  network: string;
  /** How it was opened; empty for old ones. */
  way: string;
  is_this: 0 | 1;
  login_time: number;
  /** Known by the day. */
  used_day: number;
}

export interface OwnPasskey {
  id: number;
  name: string;
  create_time: number;
  /** 0: never. */
  used_time: number;
}

/** WebAuthn's own options, and what names them in the answer. */
export interface PasskeyOptions {
  key: string;
  options: Record<string, unknown>;
}

/** A package of one's own data. */
export interface OwnExport {
  state: 'waiting' | 'ready' | 'failed' | 'gone';
  create_time: number;
  size_bytes: number;
  /** Of the file; 0 until it is ready. */
  expires_at: number;
  /** Signed; empty until it is ready, and when it is over. */
  url: string;
  /** From when the next one may be asked for; one that failed may be asked for at once. */
  again_at: number;
}

/** GET security: what the tabs of the account's settings show. */
export interface OwnSecurity {
  /** Masked. */
  account: string;
  has_password: boolean;
  wechat: { nickname: string; link_time: number } | null;
  passkeys: OwnPasskey[];
  devices: OwnDevice[];
  /** The secret address of the calendar is on. */
  calendar: boolean;
  /** Links for the doors of own salons that let in now. */
  doors: number;
  /** Who acts in the enterprise's name, or was invited to; `since`: asked or answered, Unix seconds. */
  employees: Array<{ nickname: string; since: number }>;
  export: OwnExport | null;
}

/** GET close: what stands against closing, and what will be lost. */
export interface ClosingCheck {
  blockers: Array<{ text: string; href: string }>;
  losses: string[];
  /** What is left to spend, yuan and coins: POST takes the same amounts, as `balance` and `coin`, from who gives them up. */
  rests: { balance: number; coin: number };
  grace_days: number;
}

/** How the cards of /personalCenter are grouped, the most pressing first. */
export const TODAY_GROUPS = { answer: '等您处理', ending: '快到时间', know: '值得一看' } as const;
export type TodayGroup = keyof typeof TODAY_GROUPS;

/** What waits for the reader on /personalCenter. An area gives those of its own (`today` of its manifest). */
export interface TodayCard {
  /** No other card's. */
  key: string;
  group: TodayGroup;
  title: string;
  text: string;
  num: number;
  href: string;
}

export type InviteState = 'none' | 'waiting' | 'granted' | 'refused' | 'capped';
export const INVITE_STATE_TEXTS: Readonly<Record<InviteState, string>> = {
  none: '未达成',
  waiting: '待发放',
  granted: '已发放',
  refused: '未通过',
  capped: '已达上限',
};

export interface InviteRow {
  id: number;
  nickname: string;
  create_time: number;
  register_state: InviteState;
  register_points: number;
  paid_state: InviteState;
  paid_points: number;
}

/** GET /user/invite. */
export interface OwnInvites {
  code: number;
  /** Address that registers with the code. */
  url: string;
  share_text: string;
  /** What is given, and how much at most. */
  register_points: number;
  paid_points: number;
  month_most: number;
  granted_points: number;
  waiting_points: number;
  list: InviteRow[];
  total: number;
  page: number;
  limit: number;
}

/** What the browser's passkey says, as it is sent. */
export type PasskeyAnswer = { id: string; [key: string]: unknown };
