/** Jobs (/demand/recruit): what both sides know of them beside their row of KINDS. */
import type { FieldValues } from './fields.ts';

/** Terms of the facet `pay`, yuan a month; a band without bounds is agreed upon. `max` 0: open above. */
export const JOB_PAYS: ReadonlyArray<{ name: string; min: number; max: number }> = [
  { name: '面议', min: 0, max: 0 },
  { name: '3000 元以下', min: 0, max: 3_000 },
  { name: '3000–5000 元', min: 3_000, max: 5_000 },
  { name: '5000–8000 元', min: 5_000, max: 8_000 },
  { name: '8000–12000 元', min: 8_000, max: 12_000 },
  { name: '12000–20000 元', min: 12_000, max: 20_000 },
  { name: '20000–35000 元', min: 20_000, max: 35_000 },
  { name: '35000 元以上', min: 35_000, max: 0 },
];

/** A choice of the facet `area` that is no place. */
export const JOB_REMOTE = '远程';

/** Choices of the facet `work`, as schema.org calls them. */
export const JOB_EMPLOYMENT: Readonly<Record<string, string>> = {
  全职: 'FULL_TIME',
  兼职: 'PART_TIME',
  实习: 'INTERN',
  项目合作: 'CONTRACTOR',
};

/** What a month pays at least and at most, yuan, and how many months a year does; null: agreed upon. */
export function jobPay(fields: FieldValues): { min: number; max: number; months: number } | null {
  const of = (key: string) => Number(fields[key] ?? 0) || 0;
  const min = of('pay_min') || of('pay_max');
  return min > 0 ? { min, max: Math.max(min, of('pay_max')), months: of('pay_months') || 12 } : null;
}

/** 8–12K × 13 薪. */
export function jobPayText(fields: FieldValues): string {
  const pay = jobPay(fields);
  if (!pay) return '面议';
  const short = pay.min % 100 === 0 && pay.max % 100 === 0;
  const range = [...new Set([pay.min, pay.max])].map((yuan) => (short ? yuan / 1_000 : yuan)).join('–');
  return `${range}${short ? 'K' : ' 元'}${pay.months > 12 ? ` × ${pay.months} 薪` : ''}`;
}

/** By what jobs are ordered: what a year brings at least, in fen; 0: agreed upon. */
export function jobYearFen(fields: FieldValues): number {
  const pay = jobPay(fields);
  return pay ? Math.round(pay.min * 100) * pay.months : 0;
}

/** 杭州市、上海 as 杭州, 上海: as they were typed, without the word for a city. */
export const jobCities = (fields: FieldValues): string[] => [
  ...new Set(
    String(fields['city'] ?? '')
      .split(/[、，,；;\s]/)
      .flatMap((name) => (name.trim() === '' ? [] : [name.trim().replace(/市$/, '')])),
  ),
];

/** The terms that follow from what a job says: each band that its pay reaches into, and its cities. */
export function jobTerms(fields: FieldValues): Array<readonly [facet: string, name: string]> {
  const pay = jobPay(fields);
  const bands = JOB_PAYS.filter(({ min, max }) =>
    pay ? max + min > 0 && pay.min < (max || Infinity) && Math.max(pay.max, pay.min + 1) > min : max + min === 0,
  );
  return [...bands.map(({ name }) => ['pay', name] as const), ...jobCities(fields).map((name) => ['city', name] as const)];
}

/** Yuan a month, and cities of one job. */
export const JOB_PAY_BOUNDS = { min: 500, max: 500_000 } as const;
export const JOB_CITIES_MAX = 5;

/** How far ahead a job may be open, in days. */
export const JOB_OPEN_DAYS = 180;

/** What a line of a list says of a job beside what every card says. */
export interface JobFace {
  pay: string;
  /** Its cities, or the province. */
  area: string;
  event: string;
  work: string;
  years: string;
  education: string;
  enterprise: string;
  /** The enterprise is verified now. */
  verified: 0 | 1;
  benefits: string[];
}

export const JOB_PATHS = {
  list: '/demand/recruit',
  detail: (id: number) => `/demand/detailsRecruit?id=${id}`,
  add: '/demand/addJob',
  mine: '/personalCenter/myRecruit',
  applicants: (id: number) => `/personalCenter/myRecruit/recruitDetail?id=${id}`,
  resumes: '/personalCenter/myResume',
  resume: '/personalCenter/myResume/newResume',
  staff: '/personalCenter/myStaff',
  enterprise: '/personalCenter/myEnterprise',
} as const;

/** Benefits as chips: short pieces of what was typed, at most six. */
export function benefitChips(text: string): string[] {
  const pieces = text.split(/[\n、，,；;。]/).map((piece) => piece.trim());
  return pieces.filter((piece) => piece !== '' && [...piece].length <= 10).slice(0, 6);
}
