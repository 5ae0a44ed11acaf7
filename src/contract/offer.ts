import { typedFen } from './typed-amount.ts';

export type { BudgetHint, FittingPeople, OfferBoard, OfferPanel, OfferRefusal, OwnOffers } from './outputs/offer.ts';

/** People whom an owner is shown as fitting. */
export const FITTING_MOST = 5;
/** Invitations: of one demand, of one owner a day, to one person a day. */
export const INVITES_A_DEMAND = 10;
/** Of a tender: questions to it, answers and additions, characters. */
export const NOTE_QUESTION_MIN = 5;
export const NOTE_QUESTION_MAX = 500;
export const NOTE_ANSWER_MAX = 1_000;
/** Published of one tender. */
export const NOTES_MOST = 100;
/** Of one person that wait for an answer. */
export const QUESTIONS_WAITING = 5;
export const INVITES_A_DAY = 20;
export const INVITED_A_DAY = 5;
export const OFFER_TEXT_MIN = 10;
export const OFFER_TEXT_MAX = 3_000;
export const OFFER_DAYS_MAX = 730;
export const OFFER_FILES_MAX = 5;
export const OFFER_FILE_MAX_BYTES = 20 * 1024 * 1024;
export const OFFER_WORKS_MAX = 6;
/** Versions of one offer. */
export const OFFER_VERSIONS_MAX = 30;
/** Yuan. */
export const OFFER_PRICE_MAX = 10_000_000;
export const OFFER_REASON_MAX = 200;
export const OWN_OFFERS_PATH = '/personalCenter/myOffer';

/** What is made for a demand, and for a tender: one word a kind, in all that is read of it. */
export const offerNoun = (is_tender: boolean): string => (is_tender ? '投标' : '报价');
/** Somebody made it. */
export const offerDone = (is_tender: boolean): string => (is_tender ? '投过标' : '报过价');

export const OFFER_STATES = {
  made: '待选择',
  withdrawn: '已撤回',
  declined: '未采用',
  agreed: '已达成合作',
  lost: '对方选择了其他报价',
  cancelled: '合作已取消',
} as const;
export type OfferState = keyof typeof OFFER_STATES;

export const AGREEMENT_STATES = { running: '进行中', disputed: '争议处理中', done: '已完成', cancelled: '已取消' } as const;
export type AgreementState = keyof typeof AGREEMENT_STATES;

/** Offered for one press; the owner may also write. */
export const DECLINE_REASONS = ['超出预算', '档期不合适', '方案方向不符', '案例经验不足', '已有其他人选'] as const;
/** Of a tender, for its record. */
export const AGREE_REASONS = ['综合评分最高', '报价合理且满足要求', '方案最符合要求'] as const;
export const CANCEL_REASONS = ['活动取消或改期', '对方无法履约', '双方协商一致', '预算调整'] as const;

/** What is typed. Prices in yuan as typed; `price_max` empty: one price. */
export interface OfferForm {
  price: string;
  price_max: string;
  days: string;
  text: string;
  /** Ids of own uploads. */
  files: number[];
  /** Numbers of files of the version before that stay. */
  kept_files: number[];
  /** Ids of own works. */
  works: number[];
}

export const EMPTY_OFFER: OfferForm = { price: '', price_max: '', days: '', text: '', files: [], kept_files: [], works: [] };

const TYPED = '#offer-form&';

/** Behind the address of a demand: what an offer for it begins with, as two agreed on it in a conversation. */
export const typedOfferHash = (typed: Pick<OfferForm, 'price' | 'days' | 'text'>): string => `${TYPED}${new URLSearchParams(typed)}`;

/** The same read again; null: another address. */
export function typedOffer(hash: string): Pick<OfferForm, 'price' | 'days' | 'text'> | null {
  if (!hash.startsWith(TYPED)) return null;
  const typed = new URLSearchParams(hash.slice(TYPED.length));
  const field = (name: string, most: number) => (typed.get(name) ?? '').slice(0, most);
  return { price: field('price', 20), days: field('days', 4), text: field('text', OFFER_TEXT_MAX) };
}

export type OfferErrors = Partial<Record<keyof OfferForm, string>>;

/** Yuan of what was typed; null: no price. */
export function offerPrice(text: string): number | null {
  const yuan = (typedFen(text) ?? 0) / 100;
  return yuan > 0 && yuan <= OFFER_PRICE_MAX ? yuan : null;
}

const PRICE_WRONG = (name: string) => `${name}请填金额，例如 12800，最多 ${OFFER_PRICE_MAX / 10_000} 万元`;

/** What must be right before an offer is sent, one message a field; the server asks the same function. */
export function checkOffer(form: OfferForm): OfferErrors {
  const errors: OfferErrors = {};
  const price = offerPrice(form.price);
  if (form.price.trim() === '') errors.price = '请输入报价';
  else if (price === null) errors.price = PRICE_WRONG('报价');
  if (form.price_max.trim() !== '') {
    const most = offerPrice(form.price_max);
    if (most === null) errors.price_max = PRICE_WRONG('最高价');
    else if (price !== null && most <= price) errors.price_max = '最高价应高于最低价；只有一个价格时请留空';
  }
  const days = form.days.normalize('NFKC').trim();
  if (days !== '' && !(/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= OFFER_DAYS_MAX))
    errors.days = `天数应为 1 至 ${OFFER_DAYS_MAX} 的整数`;
  const length = [...form.text.trim()].length;
  if (length < OFFER_TEXT_MIN) errors.text = `请用至少 ${OFFER_TEXT_MIN} 个字说明您能做什么`;
  else if (length > OFFER_TEXT_MAX) errors.text = `说明最多 ${OFFER_TEXT_MAX} 个字`;
  if (form.files.length + form.kept_files.length > OFFER_FILES_MAX) errors.files = `附件最多 ${OFFER_FILES_MAX} 个`;
  if (form.works.length > OFFER_WORKS_MAX) errors.works = `作品最多 ${OFFER_WORKS_MAX} 个`;
  return errors;
}

/** 12,800 元 or 12,800 至 15,000 元; while sealed there is none. */
export function offerPriceText(price: number | null, price_max: number | null): string {
  if (price === null) return '密封中';
  const yuan = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return price_max === null ? `${yuan(price)} 元` : `${yuan(price)} 至 ${yuan(price_max)} 元`;
}

export interface AgreementRating {
  stars: number;
  text: string;
}

export const OFFER_TABS = { open: '进行中', agreed: '合作', ended: '已结束' } as const;
export type OfferTab = keyof typeof OFFER_TABS;

export const OFFER_CALLS = {
  board: '/demand/offer/board',
  budgets: '/demand/offer/budgets',
  fitting: '/demand/offer/fitting',
  panel: '/demand/offer/panel',
  /** GET: all versions of an offer. */
  versions: '/demand/offer/versions',
  mine: '/demand/offer/mine',
  /** GET: a file by its signed address. */
  file: '/demand/offer/file',
} as const;

/** Parts of what two agreed on that are paid through us; those that are paid among them. */
export const STAGES_MAX = 12;
export const STAGE_TITLE_MAX = 40;
export const STAGE_STATES = {
  asked: '待支付',
  held: '已托管',
  delivered: '已交付，待确认',
  released: '已放款',
  refunded: '已退回',
} as const;
export type StageState = keyof typeof STAGE_STATES;
/** Where a bidder's purse of deposits is, and what moves it. */
export const PURSE_PATH = '/personalCenter/myWallet#purse';
/** Yuan at once. */
export const PURSE_MOVE_MAX = 1_000_000;
/** What a deposit is, before one bids. */
export const DEPOSIT_RULE =
  '撤回投标、没有中选、招标结束或合作确认完成后，保证金自动释放，可随时取回；只有中选后放弃，并由平台在争议中认定的，才赔付给发布者。';

/** So often the owner of a stage may ask for changes; then staff decide. */
export const REDOS_MAX = 3;
/** By who works: deliver, back; by who paid: release, and redo of what was delivered. */
export const STAGE_ACTS = ['deliver', 'release', 'redo', 'back'] as const;
export type StageAct = (typeof STAGE_ACTS)[number];

/** Of a tender: what its offers are marked for, and by how many. */
export const CRITERIA_MAX = 8;
export const CRITERION_MAX = 20;
export const JUDGES_MAX = 9;
export const MARK_MAX = 100;
export const MARK_WORD_MAX = 300;
/** Offers that one sheet marks. */
export const MARKED_MAX = 500;
export const JUDGE_STATES = { asked: '待评分', in: '已提交', released: '已解除' } as const;
export type JudgeState = keyof typeof JUDGE_STATES;

export interface Criterion {
  title: string;
  /** Percent; all of a tender sum to 100. */
  weight: number;
}

/** What a judge gives one offer: a mark a criterion in their order, null while it is a draft. */
export interface MarkedOffer {
  offer_id: number;
  marks: Array<number | null>;
  word: string;
}

/** What is wrong with criteria, for people; '': nothing. */
export function criteriaFault(criteria: readonly Criterion[]): string {
  if (criteria.length === 0) return '';
  if (criteria.some(({ title, weight }) => title.trim() === '' || !(weight >= 1))) return '每个评分项请填写名称与权重';
  if (new Set(criteria.map(({ title }) => title.trim())).size < criteria.length) return '评分项的名称不能重复';
  const sum = criteria.reduce((all, { weight }) => all + weight, 0);
  return sum === 100 ? '' : `权重合计应为 100，现在是 ${sum}`;
}
