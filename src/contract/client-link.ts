/** Links by which somebody shows a work that they bought or made, or a document of theirs, to a client, or a conversation with the assistant to anybody. Times are unix seconds. */
export type { ClientLink, ClientView } from './outputs/client-link.ts';

export const CLIENT_TITLE_MAX = 40;
export const CLIENT_NAME_MAX = 20;
export const CLIENT_NOTE_MAX = 200;
export const CLIENT_PASSWORD = { min: 4, max: 20 } as const;
export const CLIENT_DAYS = { default: 30, max: 365 } as const;
/** How long a conversation is shared; 0: it has no end. */
export const TALK_DAYS = [7, 30, 0] as const;
export const CLIENT_VIEWS_MAX = 10_000;
/** Of one person, that can be opened at the same time. */
export const CLIENT_LINKS_MOST = 100;
/** Who looked when is forgotten after so many days. */
export const CLIENT_VIEW_DAYS = 90;

/** How a link stands: `used` is open for those alone who looked within a day, `lost`: its maker may not show the work any more. */
export const CLIENT_LINK_STATES = {
  open: '可打开',
  used: '次数已用完',
  ended: '已到期',
  revoked: '已撤回',
  lost: '已失效',
  stopped: '已被平台停用',
} as const;
export type ClientLinkState = keyof typeof CLIENT_LINK_STATES;

/** Where the client opens it. */
export const clientPath = (code: string): string => `/c/${code}`;
