/** DTOs of logins by WeChat and passkey, devices, closing, one's own data, and invitations. Times are unix seconds. */
export type {
  ClosingCheck,
  OwnDevice,
  OwnExport,
  OwnInvites,
  OwnPasskey,
  OwnSecurity,
  PasskeyOptions,
  ProofWays,
  TodayCard,
  WechatQr,
} from './outputs/account.ts';

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

/** What code 6 returns of the WeChat person, for the bind page. */
export interface WechatPersonShown {
  nickname: string;
  headimgurl: string;
}

/** How the cards of /personalCenter are grouped, the most pressing first. */
export const TODAY_GROUPS = { answer: '等您处理', ending: '快到时间', know: '值得一看' } as const;
export type TodayGroup = keyof typeof TODAY_GROUPS;

export type InviteState = 'none' | 'waiting' | 'granted' | 'refused' | 'capped';
export const INVITE_STATE_TEXTS: Readonly<Record<InviteState, string>> = {
  none: '未达成',
  waiting: '待发放',
  granted: '已发放',
  refused: '未通过',
  capped: '已达上限',
};

/** What the browser's passkey says, as it is sent. */
export type PasskeyAnswer = { id: string; [key: string]: unknown };
