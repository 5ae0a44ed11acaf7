/** What is wrong with the form of a salon, the same on both sides. */
import { contactDetailsText } from './contact-details.ts';
import { DEMAND_CITIES } from './demand.ts';
import type { SalonForm, TicketKindForm, TicketQuestion } from './outputs/salon.ts';
import {
  isOnlineKind,
  SALON_ABOUT_MAX,
  SALON_ABOUT_MIN,
  SALON_PRICE_MAX,
  SALON_SEATS_MAX,
  SALON_TITLE_MAX,
  SALON_TITLE_MIN,
} from './salon.ts';
import { hasSeats, planFaults, planOf } from './seats.ts';

const CITIES: ReadonlySet<string> = new Set(DEMAND_CITIES.flatMap(({ cities }) => cities));
export const isCity = (name: string): boolean => CITIES.has(name);

const PRICE = /^\d{1,5}(\.\d{1,2})?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY = /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
export const yuanToFen = (typed: string): number => Math.round(Number(typed) * 100);

/** A moment of Shanghai, ms. */
export const momentOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`);

export type SalonErrors = Partial<Record<string, string>>;

/** What is wrong with a form, by the name of its field. `now_ms`: it must begin later. */
export function checkSalon(form: SalonForm, now_ms: number): SalonErrors {
  const errors: SalonErrors = {};
  const title = form.title.trim();
  if (title.length < SALON_TITLE_MIN || title.length > SALON_TITLE_MAX)
    errors['title'] = `标题为 ${SALON_TITLE_MIN} 至 ${SALON_TITLE_MAX} 个字`;
  const about = form.about.trim();
  if (about.length < SALON_ABOUT_MIN || about.length > SALON_ABOUT_MAX)
    errors['about'] = `介绍为 ${SALON_ABOUT_MIN} 至 ${SALON_ABOUT_MAX} 个字`;
  const contact = contactDetailsText(`${form.title}\n${form.about}`);
  if (contact && !errors['about']) errors['about'] = contact;
  if (form.organiser.trim() === '') errors['organiser'] = '请填写主办方';
  checkTime(form, now_ms, errors);
  if (form.mode !== 'online') {
    if (!isCity(form.city)) errors['city'] = '请选择城市';
    if (form.venue.trim() === '') errors['venue'] = '请填写场地名称';
    if (form.address.trim() === '') errors['address'] = '请填写详细地址';
    checkPlace(form, errors);
  }
  if (form.agenda.some(({ at, title: what }) => !TIME.test(at) || what.trim() === ''))
    errors['agenda'] = '每项议程都要有时间（如 14:00）和内容';
  if (form.guests.some(({ name }) => name.trim() === '')) errors['guests'] = '请填写嘉宾的姓名';
  checkKinds(form, errors);
  return { ...errors, ...planFaults(form) };
}

function checkTime(form: SalonForm, now_ms: number, errors: SalonErrors): void {
  if (!DAY.test(form.date) || Number.isNaN(momentOf(form.date, '00:00'))) errors['date'] = '请选择日期';
  else if (!TIME.test(form.from) || !TIME.test(form.to)) errors['date'] = '请填写开始与结束时间';
  else if (momentOf(form.date, form.from) <= now_ms) errors['date'] = '开始时间应晚于现在';
  else if (form.to <= form.from) errors['date'] = '结束时间应晚于开始时间';
}

function checkPlace({ lat, lng }: SalonForm, errors: SalonErrors): void {
  if (lat === '' && lng === '') return;
  const [a, b] = [Number(lat), Number(lng)];
  if (lat === '' || lng === '' || !(a >= 3 && a <= 54) || !(b >= 73 && b <= 136))
    errors['lat'] = '坐标无效：请填写国内的纬度与经度，或都留空';
}

/** Of a kind of ticket in the form. */
type KindFaults = Partial<Record<Exclude<keyof TicketKindForm, 'key'>, string>>;

function checkKinds(form: SalonForm, errors: SalonErrors): void {
  if (form.kinds.length === 0) errors['kinds'] = '至少要有一种票';
  for (const [n, kind] of form.kinds.entries()) {
    for (const [field, wrong] of Object.entries(ticketKindFaults(kind, form.date))) errors[`kinds.${n}.${field}`] = wrong;
  }
  const names = form.kinds.map(({ name }) => name.trim());
  if (new Set(names).size < names.length) errors['kinds'] = '票种的名称不能相同';
  for (const [n, kind] of form.kinds.entries()) {
    if (isOnlineKind(form.mode, kind) && hasSeats(planOf(form), kind.key))
      errors[`kinds.${n}.capacity`] ??= '线上票没有座位，请先从座位图里去掉它';
  }
  const ways = new Set(form.kinds.map(({ online }) => online));
  if (form.mode === 'both' && ways.size < 2) errors['kinds'] = '线上线下同步时，至少要有一种现场票和一种线上票';
}

/** What is wrong with a kind of ticket, by its field. */
export function ticketKindFaults(kind: TicketKindForm, date: string): KindFaults {
  const { name, price, capacity, early_price, early_until, member_price } = kind;
  const faults: KindFaults = {};
  if (name.trim() === '') faults.name = '请填写票种名称';
  if (!PRICE.test(price) || Number(price) > SALON_PRICE_MAX) faults.price = `价格为 0 至 ${SALON_PRICE_MAX} 元`;
  if (!/^\d{1,4}$/.test(capacity) || Number(capacity) < 1 || Number(capacity) > SALON_SEATS_MAX)
    faults.capacity = `名额为 1 至 ${SALON_SEATS_MAX}`;
  if ((early_price === '') !== (early_until === ''))
    faults[early_price === '' ? 'early_price' : 'early_until'] = '早鸟价与早鸟截止日期要一起填写';
  else if (early_price !== '') {
    if (!PRICE.test(early_price) || Number(early_price) >= Number(price)) faults.early_price = '早鸟价应低于原价';
    if (!DAY.test(early_until) || (DAY.test(date) && early_until > date)) faults.early_until = '早鸟截止日期应不晚于沙龙当天';
  }
  if (member_price !== '' && (!PRICE.test(member_price) || Number(member_price) > Number(price)))
    faults.member_price = '会员价应不高于原价';
  const questions = questionsFault(kind.questions);
  if (questions) faults.questions = questions;
  return faults;
}

function questionsFault(questions: readonly TicketQuestion[]): string | null {
  if (questions.some(({ label }) => label.trim() === '')) return '请填写问题的内容';
  if (questions.some(({ options }) => options.length === 1)) return '选择题至少要有两个选项';
  return null;
}
