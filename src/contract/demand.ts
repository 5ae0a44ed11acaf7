/** Demands: what somebody wants done or supplied, and tenders. States, the form and what pages and calls show. */

import { contactDetailsText } from './contact-details.ts';
import type { ReleaserCard } from './item.ts';
import type { DemandForm, DemandLabel, DemandPublic } from './outputs/demand.ts';
import { REGIONS } from './regions.ts';
import { typedFen } from './typed-amount.ts';

export type {
  DemandCard,
  DemandFile,
  DemandForm,
  DemandLabel,
  DemandMove,
  DemandPublic,
  OwnDemand,
  OwnDemandList,
  OwnDemandState,
  SavedDemand,
} from './outputs/demand.ts';

/** What a label asks for; each type has a page of its own. */
export const LABEL_TYPES = {
  1: { noun: '找方案', path: '/demandProgramme' },
  2: { noun: '找供应商', path: '/demandSupplier' },
  3: { noun: '招标', path: '/demandBidding' },
} as const;
export type LabelType = keyof typeof LABEL_TYPES;
export const TENDER: LabelType = 3;

export const DEMAND_STATES = ['draft', 'review', 'open', 'choosing', 'agreed', 'done', 'closed', 'expired'] as const;
export type DemandState = (typeof DEMAND_STATES)[number];

export const DEMAND_STATE_TEXT: Record<DemandState, string> = {
  draft: '草稿',
  review: '审核中',
  open: '招募中',
  choosing: '选择中',
  agreed: '已选定',
  done: '已完成',
  closed: '已关闭',
  expired: '已过期',
};

/** How a state reads for everybody: who has offers takes more of them until the end, and only then chooses; without any it has ended. In unix seconds. */
export const stateText = ({ state, closes_at }: { state: DemandState; closes_at: number }, now_s: number): string =>
  state === 'open' && closes_at > 0 && closes_at <= now_s
    ? '已截止'
    : DEMAND_STATE_TEXT[state === 'choosing' && closes_at > now_s ? 'open' : state];

/** Offers are taken while a demand is in one of these. */
export const OPEN_STATES: readonly DemandState[] = ['open', 'choosing'];
/** Readers see it in lists and searches. */
export const LISTED_STATES: readonly DemandState[] = ['open', 'choosing', 'agreed', 'done'];

/** Who may make an offer: everybody, people and enterprises who proved who they are, members. */
export const WHO_MAY = { all: '所有人', certified: '已认证的用户', member: '会员' } as const;
export type WhoMay = keyof typeof WHO_MAY;

/** Days that a demand stays open, and what one extension adds. */
export const OPEN_DAYS = [7, 15, 30, 60] as const;
export const EXTENSION_DAYS = 7;

export const VENUE_TEXT = { '': '未说明', yes: '已有场地', no: '需要找场地' } as const;
export type Venue = keyof typeof VENUE_TEXT;

export const DEMAND_EVENTS = [
  '年会庆典',
  '发布会',
  '会议论坛',
  '团建拓展',
  '婚礼宴会',
  '展览展会',
  '市集节庆',
  '快闪美陈',
  '开业路演',
  '其他',
] as const;

/** Two screens: what is wanted, and on which terms. */
export const DEMAND_STEPS = ['what', 'terms'] as const;
export type DemandStep = (typeof DEMAND_STEPS)[number];
/** Drafts from before name one of more steps. */
export const stepOf = (stored: string): DemandStep => (stored === 'what' ? 'what' : 'terms');

export const DEMAND_TITLE_MIN = 6;
export const DEMAND_TITLE_MAX = 40;
export const DEMAND_NEEDS_MIN = 20;
export const DEMAND_NEEDS_MAX = 3_000;
export const DEMAND_FILES_MAX = 9;
export const DEMAND_PEOPLE_MAX = 1_000_000;
/** Yuan. */
export const DEMAND_BUDGET_MAX = 100_000_000;
export const DEMAND_WHY_MAX = 200;

export const EMPTY_DEMAND: DemandForm = {
  label_id: null,
  title: '',
  event: '',
  people: '',
  event_date: '',
  city: '',
  venue: '',
  budget_min: '',
  budget_max: '',
  deposit: '',
  needs: '',
  files: [],
  open_days: 15,
  who_may: 'all',
  from_kind: '',
  from_id: null,
  keyword: '',
};

/** Calls; the specification names none but the list of labels. */
export const DEMAND_CALLS = {
  /** GET an own one by `id`, POST and PUT save a draft or submit. */
  form: '/demand/demand',
  /** GET: how an own one stands, for its page. */
  own: '/demand/demand/state',
  file: '/demand/index/file',
} as const;

export const DEMAND_ACTS = ['close', 'extend', 'reopen', 'withdraw'] as const;
export type DemandAct = (typeof DEMAND_ACTS)[number];
export const DEMAND_ACT_TEXT: Record<DemandAct, string> = { close: '关闭', extend: '延长', reopen: '重新开放', withdraw: '撤回审核' };

/** The page of a demand: what everybody sees, with who asks. */
export interface ShownDemand extends DemandPublic {
  title: string;
  owner: ReleaserCard;
}

export const DEMAND_TABS = {
  all: { title: '全部', states: DEMAND_STATES },
  open: { title: '进行中', states: ['open', 'choosing', 'agreed'] },
  draft: { title: '草稿与审核', states: ['draft', 'review'] },
  ended: { title: '已结束', states: ['done', 'closed', 'expired'] },
} as const satisfies Record<string, { title: string; states: readonly DemandState[] }>;
export type DemandTab = keyof typeof DEMAND_TABS;

/** Key of DemandForm. */
export type DemandErrors = Partial<Record<keyof DemandForm, string>>;

/** The step at which a field is asked for. */
export const STEP_OF: Record<keyof DemandForm, DemandStep> = {
  ...{ label_id: 'what', title: 'what', event: 'what', city: 'what', needs: 'what' },
  ...{ budget_min: 'terms', budget_max: 'terms', people: 'terms', event_date: 'terms', venue: 'terms', files: 'terms' },
  ...{ deposit: 'terms', open_days: 'terms', who_may: 'terms' },
  ...{ from_kind: 'what', from_id: 'what', keyword: 'what' },
};

/** Fen of a budget as it was typed; null: none. */
export function budgetFen(text: string): number | null {
  const fen = typedFen(text);
  return fen !== null && fen <= DEMAND_BUDGET_MAX * 100 ? fen : null;
}

/** Of the upper end of the budget, that a deposit may be at most. */
export const DEPOSIT_PERCENT = 5;

/** Fen of the deposit of a form; what an older release stored has none. */
export const depositFen = ({ deposit }: Partial<Pick<DemandForm, 'deposit'>>): number => budgetFen(deposit ?? '') ?? 0;

/** What is wrong with the deposit of a tender; '': nothing. The server also knows the most that the site takes. */
export function depositFault(form: DemandForm): string {
  if (form.deposit.trim() === '') return '';
  const [fen, max_fen] = [budgetFen(form.deposit), budgetFen(form.budget_max)];
  if (!fen) return '保证金请填金额，例如 2000；不要求请留空';
  if (max_fen === null) return '要求保证金请先填最高预算';
  const most_fen = Math.floor((max_fen * DEPOSIT_PERCENT) / 100);
  return fen > most_fen ? `保证金最多为最高预算的 ${DEPOSIT_PERCENT}%，即 ${amountText(most_fen)}` : '';
}

/** '3 万至 5 万元', '5 万元以内', '面议' of fen. */
export function budgetText(min_fen: number | null, max_fen: number | null): string {
  if (max_fen === null) return '面议';
  if (min_fen === null) return `${amountText(max_fen)}以内`;
  return min_fen === max_fen ? amountText(max_fen) : `${amountText(min_fen).replace(/元$/, '')}至 ${amountText(max_fen)}`;
}

function amountText(fen: number): string {
  const yuan = fen / 100;
  return yuan >= 10_000 ? `${Number((yuan / 10_000).toFixed(4))} 万元` : `${yuan} 元`;
}

/** How long it is open still: '还剩 3 天', '还剩 5 小时', '今天截止'. `now_s`, `closes_at` unix seconds. */
export function timeLeft(closes_at: number, now_s: number): string {
  const left_s = closes_at - now_s;
  if (left_s <= 0) return '已截止';
  if (left_s >= 86_400) return `还剩 ${Math.floor(left_s / 86_400)} 天`;
  return left_s >= 3_600 ? `还剩 ${Math.floor(left_s / 3_600)} 小时` : '不到 1 小时';
}

/** The form as it is stored: texts trimmed and cut; what is wrong stays wrong and visible. */
export function tidyDemand(form: DemandForm): DemandForm {
  const cut = (text: string, max: number) => [...text.trim()].slice(0, max).join('');
  return {
    ...form,
    title: cut(form.title.replaceAll('\n', ' '), DEMAND_TITLE_MAX),
    needs: cut(form.needs, DEMAND_NEEDS_MAX),
    people: form.people.normalize('NFKC').trim(),
    files: [...new Set(form.files)],
  };
}

/**
 * What must be right before a demand is published, one message a field in the order of the steps; empty when all is well. Contact details
 * are named with their place. `today`: a Shanghai day, YYYY-MM-DD. The server asks the same and adds what only it knows.
 */
export function checkDemand(form: DemandForm, today: string): DemandErrors {
  const errors: DemandErrors = {};
  const put = (key: keyof DemandForm, message: string | null | undefined) => {
    if (message && !errors[key]) errors[key] = message;
  };
  if (form.label_id === null) put('label_id', '请选择要找什么');
  const length = [...form.title.trim()].length;
  if (length === 0) put('title', '请填写标题');
  else if (length < DEMAND_TITLE_MIN) put('title', `标题至少 ${DEMAND_TITLE_MIN} 个字，说清楚要办什么活动`);
  else if (length > DEMAND_TITLE_MAX) put('title', `标题最多 ${DEMAND_TITLE_MAX} 个字`);
  put('title', contactDetailsText(form.title));
  if (!(DEMAND_EVENTS as readonly string[]).includes(form.event)) put('event', '请选择活动类型');
  if (form.people !== '' && !(/^\d{1,7}$/.test(form.people) && Number(form.people) >= 1 && Number(form.people) <= DEMAND_PEOPLE_MAX)) {
    put('people', '人数请填整数，例如 300');
  }
  if (form.event_date !== '') {
    if (!isDay(form.event_date)) put('event_date', '活动日期无效');
    else if (form.event_date < today) put('event_date', '活动日期已经过去');
  }
  if (form.city === '') put('city', '请选择活动城市');
  else if (!CITIES.has(form.city)) put('city', '请从列表中选择城市');
  const [min, max] = [form.budget_min, form.budget_max].map((text) => text.trim());
  if (min && budgetFen(min) === null) put('budget_min', '预算请填金额，例如 50000 或 5万');
  if (max && budgetFen(max) === null) put('budget_max', '预算请填金额，例如 50000 或 5万');
  const [min_fen, max_fen] = [budgetFen(min ?? ''), budgetFen(max ?? '')];
  if (min_fen !== null && max_fen !== null && min_fen > max_fen) put('budget_max', '最高预算不能低于最低预算');
  const needs = [...form.needs.trim()].length;
  if (needs < DEMAND_NEEDS_MIN) put('needs', `请写清楚要做什么、交付什么，至少 ${DEMAND_NEEDS_MIN} 个字`);
  else if (needs > DEMAND_NEEDS_MAX) put('needs', `需求说明最多 ${DEMAND_NEEDS_MAX} 个字`);
  put('needs', contactDetailsText(form.needs));
  if (form.files.length > DEMAND_FILES_MAX) put('files', `附件最多 ${DEMAND_FILES_MAX} 个`);
  if (!(OPEN_DAYS as readonly number[]).includes(form.open_days)) put('open_days', '请选择开放多久');
  if (!Object.hasOwn(WHO_MAY, form.who_may)) put('who_may', '请选择谁可以报价');
  return errors;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Province by province; municipalities are cities of their own. */
export const DEMAND_CITIES: ReadonlyArray<{ province: string; cities: readonly string[] }> = REGIONS.map(({ name, cities }) => ({
  province: name,
  cities: cities.length === 0 ? [plainCity(name)] : cities.map((city) => plainCity(city.name)),
}));
const CITIES: ReadonlySet<string> = new Set(DEMAND_CITIES.flatMap(({ cities }) => cities));

/** 杭州 of 杭州市. */
function plainCity(name: string): string {
  return name.replace(/(市|特别行政区|省)$/, '');
}

/** Address of the demand's page; the neutral one is the canonical one and shows every type. */
export function demandPath(id: number): string {
  return `/demand/details?id=${id}`;
}

/** The list of a label: the page of its type where no other label has it. */
export function labelPath(label: DemandLabel, all: readonly DemandLabel[]): string {
  const alone = all.filter(({ type }) => type === label.type).length === 1;
  return alone ? LABEL_TYPES[label.type].path : `/demand?labelId=${label.id}`;
}
