/** Jobs (/demand/recruit): what both sides know of them beside their row of KINDS. */

/** Choices of the facet `pay`, yuan a month; a band without bounds is agreed upon. `max` 0: open above. */
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

/** What an applicant asks first; each has to be chosen. */
export const JOB_TERMS_WANTED: ReadonlyArray<{ key: string; text: string }> = [
  { key: 'area', text: '请选择地区' },
  { key: 'pay', text: '请选择薪资' },
  { key: 'work', text: '请选择性质' },
];

/** How far ahead a job may be open, in days. */
export const JOB_OPEN_DAYS = 180;

/** What a line of a list says of a job beside what every card says. */
export interface JobFace {
  pay: string;
  area: string;
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
