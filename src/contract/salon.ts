import type { Picture } from './item.ts';
import type { SalonForm, TicketKindForm } from './outputs/salon.ts';

/** Salons: events that people meet at, their tickets and who waits for one. Times are unix seconds, prices of calls yuan. */
export type {
  OwnSalon,
  OwnSalonForm,
  OwnSalonList,
  OwnTicket,
  OwnTicketList,
  SalonBought,
  SalonKind,
  SalonPriceList,
  SalonPublic,
  SavedSalon,
  WaitingEntry,
} from './outputs/salon.ts';
export type { SalonQuote } from './outputs/salon-order.ts';

export const SALON_STATES = ['draft', 'review', 'open', 'over', 'cancelled'] as const;
export type SalonState = (typeof SALON_STATES)[number];
export const SALON_STATE_TEXT: Record<SalonState, string> = {
  draft: '草稿',
  review: '审核中',
  open: '报名中',
  over: '已结束',
  cancelled: '已取消',
};

export const TICKET_STATES = ['valid', 'used', 'refunded', 'revoked'] as const;
export type TicketState = (typeof TICKET_STATES)[number];
export const TICKET_STATE_TEXT: Record<TicketState, string> = { valid: '待使用', used: '已入场', refunded: '已退票', revoked: '已作废' };

/** Stored with every order and coupon of a ticket: never changes. */
export const TICKET_SUBJECT = 'salon';

export const SALON_TITLE_MIN = 4;
export const SALON_TITLE_MAX = 40;
export const SALON_ABOUT_MIN = 20;
export const SALON_ABOUT_MAX = 3_000;
export const SALON_KINDS_MAX = 6;
export const SALON_AGENDA_MAX = 30;
export const SALON_GUESTS_MAX = 20;
export const SALON_SEATS_MAX = 5_000;
/** Yuan. */
export const SALON_PRICE_MAX = 20_000;
export const SALON_QUESTIONS_MAX = 10;
/** Tickets of one order. */
export const ORDER_TICKETS_MAX = 6;
export const HOLDER_NAME_MAX = 20;

export interface TicketAnswer {
  key: string;
  label: string;
  answer: string;
}

/** Who sits on a seat that is ordered. */
export interface TicketHolder {
  kind_id: number;
  /** The chair that was chosen; absent: one is found, where the kind has chairs. */
  seat_id?: number;
  name: string;
  phone: string;
  answers: TicketAnswer[];
}

export const EMPTY_TICKET_KIND: TicketKindForm = {
  key: 'k1',
  name: '标准票',
  about: '',
  price: '',
  early_price: '',
  early_until: '',
  member_price: '',
  capacity: '',
  questions: [],
  online: false,
};

export const EMPTY_SALON: SalonForm = {
  title: '',
  about: '',
  organiser: '',
  date: '',
  from: '14:00',
  to: '17:00',
  city: '',
  venue: '',
  address: '',
  lat: '',
  lng: '',
  agenda: [],
  guests: [],
  kinds: [EMPTY_TICKET_KIND],
  give: '0',
  plan: [],
  mode: 'here',
  certificate: true,
};

/** Calls; the specification names `detail`, `recommend`, `recent`, `pricelist`, `compute` and `order`. */
export const SALON_CALLS = {
  recent: '/api/salon/recent',
  pricelist: '/salon/buy/pricelist',
  order: '/salon/buy/order',
  /** GET: how far an own order is, with its tickets. */
  bought: '/salon/buy/bought',
  /** GET an own one by `id`, POST submits, PUT saves. */
  form: '/salon/establish',
  tickets: '/salon/ticket/mine',
  certificate: '/salon/ticket/certificate',
  pdf: '/salon/ticket/pdf',
  ics: '/salon/ticket/ics',
} as const;

/** What can be done with an own ticket now. */
export const TICKET_ACTS = ['give', 'answer', 'certificate'] as const;

/** How people take part. With both each kind of ticket is for one of them. */
export const SALON_MODES = { here: '线下', online: '线上', both: '线上线下同步' } as const;
export const MODE_KEYS = Object.keys(SALON_MODES) as [SalonMode, ...SalonMode[]];
export type SalonMode = keyof typeof SALON_MODES;
/** Stands for the city of what is online alone, and for its place where the organiser names none. */
export const ONLINE_CITY = '线上';
export const ONLINE_VENUE = '网络会议';
/** How long before the beginning holders see the link, minutes. */
export const LINK_MINUTES = [10, 30, 60, 120, 1_440] as const;
export const LINK_MAX = 500;
export const REMIND_TEXT_MAX = 200;
export const isOnlineKind = (mode: SalonMode, { online }: { online: boolean }): boolean => mode === 'online' || (mode === 'both' && online);

/** Salons of one kind that are made in one go. */
export const AGAIN_EVERY = { once: '不重复', week: '每周', month: '每月' } as const;
export const AGAIN_MAX = 12;

/** What of a ticket's price comes back, by the time that is left before the salon begins; the first that fits. */
export const REFUND_RULES: ReadonlyArray<{ hours: number; percent: number; text: string }> = [
  { hours: 72, percent: 100, text: '开始前 72 小时以前退票，全额退款' },
  { hours: 24, percent: 50, text: '开始前 24 至 72 小时退票，退款 50%' },
  { hours: 0, percent: 0, text: '开始前 24 小时内不支持退票' },
];

/** The rules as buyers read them. */
export const REFUND_TEXTS: readonly string[] = [
  ...REFUND_RULES.map(({ text }) => text),
  '购票后时间或地点有变，开始前都可以全额退票',
  '主办方取消时全额退款',
];

/** Until when a buyer may give a ticket to somebody else, as the organiser chooses: hours before the beginning. */
export const GIVE_CHOICES = {
  '0': '开始前都可以',
  '2': '开始 2 小时前',
  '24': '开始 24 小时前',
  '72': '开始 72 小时前',
  off: '不能转让',
} as const;
export const GIVE_KEYS = Object.keys(GIVE_CHOICES) as [GiveKey, ...GiveKey[]];
export type GiveKey = keyof typeof GIVE_CHOICES;
/** Of one ticket: more often is trade. */
export const GIVES_MAX = 5;

/** The same as buyers read it. `hours`: null is never. */
export function giveText(hours: number | null): string {
  if (hours === null) return '门票不能转让';
  return `${hours === 0 ? '开始前' : `开始前 ${hours} 小时以前`}可以转让给别人，旧二维码随即作废`;
}

/** Answers by a press. */
export const YES_NO: readonly string[] = ['是', '否'];

/** Percent that comes back at this moment; 0: the ticket cannot be given back. */
export function refundPercent(starts_at_ms: number, now_ms: number): number {
  const left = starts_at_ms - now_ms;
  return REFUND_RULES.find(({ hours, percent }) => percent > 0 && left >= hours * 3_600_000)?.percent ?? 0;
}

/** How long a seat is reserved for who waited, ms; never beyond two hours before the salon. */
export const OFFER_MS = 12 * 3_600_000;
export const OFFER_ENDS_BEFORE_MS = 2 * 3_600_000;

/** Prices of a kind that bear on one buyer. */
export interface KindPrices {
  price_fen: number;
  early_price_fen: number | null;
  /** ms; the early price holds before it. */
  early_until_ms: number | null;
  member_price_fen: number | null;
}

export interface UnitPrice {
  fen: number;
  why: 'list' | 'early' | 'member';
}
export const PRICE_WHY_TEXT: Record<UnitPrice['why'], string> = { list: '', early: '早鸟价', member: '会员价' };

/** What one ticket costs this buyer now: the lowest of list, early and member price. */
export function unitPrice(kind: KindPrices, { is_member, now_ms }: { is_member: boolean; now_ms: number }): UnitPrice {
  let best: UnitPrice = { fen: kind.price_fen, why: 'list' };
  if (kind.early_price_fen !== null && kind.early_until_ms !== null && now_ms < kind.early_until_ms && kind.early_price_fen < best.fen) {
    best = { fen: kind.early_price_fen, why: 'early' };
  }
  if (is_member && kind.member_price_fen !== null && kind.member_price_fen < best.fen) best = { fen: kind.member_price_fen, why: 'member' };
  return best;
}

/** Splits a sum over tickets by their prices; the parts add up to the sum. */
export function splitPaid(paid_fen: number, prices: readonly number[]): number[] {
  const total = prices.reduce((sum, one) => sum + one, 0);
  if (total === 0) return prices.map(() => 0);
  let [seen, given] = [0, 0];
  return prices.map((one) => {
    seen += one;
    const upTo = Math.floor((paid_fen * seen) / total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** A name that strangers may read: the first sign stays. */
export function maskedName(name: string): string {
  const [first = ''] = name;
  return first === '' ? '' : `${first}${'*'.repeat(Math.min(2, Math.max(1, [...name].length - 1)))}`;
}

export const salonPath = (id: number): string => `/salon/details?id=${id}`;
/** Any holder of the secret sees the ticket; the code on it holds this address. */
export const ticketPath = (secret: string): string => `/salon/ticket?s=${secret}`;

export const PROOF_PAGE = '/salon/certificate';
export const proofPath = (no: string): string => `${PROOF_PAGE}?no=${no}`;
/** A number as people copy it: spaces, small or full-width letters. Empty: it can be none. */
export function proofNo(text: string): string {
  const no = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return /^CS\d{24}$/.test(no) ? no : '';
}

export const SALON_ACTS = ['cancel', 'withdraw'] as const;
export type SalonAct = (typeof SALON_ACTS)[number];
export const SALON_ACT_TEXT: Record<SalonAct, string> = { cancel: '取消沙龙', withdraw: '撤回审核' };
export const CANCEL_WHY_MAX = 200;

/** What a visitor reads of how a salon stands. `full`: every kind is sold out. */
export type SalonStage = 'coming' | 'full' | 'running' | 'over' | 'cancelled';
export const SALON_STAGE_TEXT: Record<SalonStage, string> = {
  coming: '报名中',
  full: '已满员',
  running: '进行中',
  over: '已结束',
  cancelled: '已取消',
};

export interface SalonCard {
  id: number;
  title: string;
  cover: Picture | null;
  stage: SalonStage;
  starts_at: number;
  ends_at: number;
  city: string;
  venue: string;
  organiser: string;
  /** Yuan, of the cheapest and the dearest kind. */
  price_from: number;
  price_to: number;
  left: number;
  sold: number;
  guests: string[];
}

/** A ticket as its page shows it to anybody with the address: of the ticket's holder a masked name alone. */
export interface ShownTicket {
  state: TicketState;
  /** Its holder gave it away: this address is dead. */
  given: boolean;
  /** It is for taking part by the network; `opens_at`: when its link does. */
  online: { opens_at: number; is_open: boolean; is_over: boolean } | null;
  /** Who was there may have it on paper. */
  certified: boolean;
  /** What is typed at the door where no code can be scanned. */
  code: string;
  seq: number;
  kind_name: string;
  /** '': it has none. */
  seat: string;
  holder: string;
  salon: { id: number; title: string; state: SalonState; starts_at: number; ends_at: number; city: string; venue: string; address: string };
}
