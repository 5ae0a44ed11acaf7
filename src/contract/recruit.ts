/** Applications for jobs and resumes. Times are unix seconds, days YYYY-MM-DD. */

import { checkPhone } from './identity.ts';
import { checkMail } from './notice.ts';
import type { ResumeContact, ResumeParts } from './outputs/recruit.ts';
import type { ItemStatus } from './publish.ts';

export type {
  Applicant,
  ApplicantList,
  ApplicantRow,
  FoundResume,
  InterviewFacts,
  OwnApplication,
  OwnJobList,
  OwnJobRow,
  OwnResume,
  ResumeContact,
  ResumeParts,
  ResumeRow,
  ResumeView,
  ShownResume,
} from './outputs/recruit.ts';

export const APPLICATION_STAGES = {
  sent: '已投递',
  seen: '已查看',
  interview: '邀请面试',
  offer: '拟录用',
  hired: '已录用',
  declined: '不合适',
  closed: '已结束',
  withdrawn: '已撤回',
} as const;
export type ApplicationStage = keyof typeof APPLICATION_STAGES;
export const STAGE_KEYS = Object.keys(APPLICATION_STAGES) as [ApplicationStage, ...ApplicationStage[]];

/** Where a recruiter may move an application. What is not written here cannot happen; `withdrawn` is the applicant's own. */
export const STAGE_MOVES: Record<ApplicationStage, readonly ApplicationStage[]> = {
  sent: ['seen', 'interview', 'declined'],
  seen: ['interview', 'offer', 'declined'],
  interview: ['offer', 'hired', 'declined'],
  offer: ['hired', 'declined'],
  hired: [],
  declined: ['seen'],
  closed: ['interview', 'offer'],
  withdrawn: [],
};

/** Stages in which nothing goes on, and those after which the same job may be applied for again. */
export const OVER_STAGES: readonly ApplicationStage[] = ['hired', 'declined', 'closed', 'withdrawn'];
export const AGAIN_STAGES: readonly ApplicationStage[] = ['closed', 'withdrawn'];

/** Stages in which the applicant may still take the application back. */
export const WITHDRAWABLE: readonly ApplicationStage[] = ['sent', 'seen', 'interview', 'offer'];

/** An application counts as not answered once it waited so many days; fewer than so many say nothing. */
export const ANSWER_FIGURES = { days: 90, wait_days: 7, least: 5 } as const;

/** How an enterprise answers who applies, in plain words; '' below a small sample. `days`: the median of what it answered. */
export function answerText({ answered, asked, days }: { answered: number; asked: number; days: number }): string {
  if (asked < ANSWER_FIGURES.least) return '';
  // most got no answer: how fast the others got theirs would promise too much
  const speed = answered * 2 >= asked ? `，一般 ${Math.max(1, Math.ceil(days))} 天内答复` : '';
  return `近 ${ANSWER_FIGURES.days} 天答复了 ${answered}/${asked} 份应聘${speed}`;
}

/** What an applicant reads when nothing else was typed. */
export const DECLINE_TEXT = '感谢您投递我们的职位。这次的岗位与您的经历不完全匹配，您的资料我们会妥善保管，期待以后有机会合作。';
export const ANSWER_MAX = 500;
export const DECLINED_AT_ONCE = 50;
export const NOTE_MAX = 500;
export const MESSAGE_MAX = 300;
export const PLACE_MAX = 100;

export const RESUME_VISIBILITIES = { nobody: '仅自己', applied: '我投递的企业', all: '所有认证企业' } as const;
export type ResumeVisibility = keyof typeof RESUME_VISIBILITIES;
export const RESUME_VISIBILITY_KEYS = Object.keys(RESUME_VISIBILITIES) as [ResumeVisibility, ...ResumeVisibility[]];

export const EMPTY_PARTS: ResumeParts = {
  person: { name: '', birth_year: '', city: '', years: '', about: '' },
  wish: { position: '', city: '', salary: '', work: '', available: '' },
  experience: [],
  projects: [],
  education: [],
  skills: [],
  works: [],
};
export const EMPTY_CONTACT: ResumeContact = { mobile: '', mail: '', wechat: '' };

export const RESUME_TITLE_MAX = 30;
export const RESUMES_MAX = 10;
/** Rows of a part, signs of a line and of a longer text. */
export const PART_ROWS_MAX = 12;
export const PART_LINE_MAX = 60;
export const PART_TEXT_MAX = 1_000;
export const RESUME_PDF_MAX_BYTES = 10 * 1024 * 1024;

export const DEGREES = ['高中', '中专', '大专', '本科', '硕士', '博士', '其他'] as const;

/** Messages by field before a resume can be sent to a job; empty when all is well. A draft is saved in any state. */
export function checkResume(parts: ResumeParts, contact: ResumeContact): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (parts.person.name.trim() === '') wrong['person.name'] = '请填写姓名';
  if (parts.wish.position.trim() === '') wrong['wish.position'] = '请填写期望职位';
  if (contact.mobile.trim() === '' && contact.mail.trim() === '') wrong['contact.mobile'] = '手机号和邮箱至少填写一项';
  else if (contact.mobile.trim() !== '' && checkPhone(contact.mobile.trim())) wrong['contact.mobile'] = '请输入正确的手机号';
  else if (contact.mail.trim() !== '' && checkMail(contact.mail)) wrong['contact.mail'] = '请输入正确的邮箱';
  return wrong;
}

/** A contact as it is shown to who may not have it yet: 138****0000. */
export function maskedContact({ mobile, mail, wechat }: ResumeContact): ResumeContact {
  const at = mail.indexOf('@');
  return {
    mobile: mobile === '' ? '' : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    mail: at < 1 ? '' : `${mail.slice(0, 1)}****${mail.slice(at)}`,
    wechat: wechat === '' ? '' : `${wechat.slice(0, 1)}****`,
  };
}

const INTERVIEW_STATES = {
  none: '没有面试',
  proposed: '等待应聘者选择时间',
  agreed: '面试时间已约定',
  asked: '应聘者想换时间',
  declined: '应聘者谢绝面试',
  cancelled: '面试已取消',
} as const;
export type InterviewState = keyof typeof INTERVIEW_STATES;
/** The same where the applicant reads it otherwise. */
const APPLICANT_STATES: Partial<Record<InterviewState, string>> = {
  proposed: '请选择面试时间',
  asked: '您已提出换时间，等待对方重新给出',
  declined: '您已谢绝面试',
};
export const interviewStateText = (state: InterviewState, applicant: boolean): string =>
  (applicant && APPLICANT_STATES[state]) || INTERVIEW_STATES[state];
export const INTERVIEW_STATE_KEYS = Object.keys(INTERVIEW_STATES) as [InterviewState, ...InterviewState[]];
/** How many times a recruiter offers at once. */
export const INTERVIEW_SLOTS_MAX = 3;

/** Who of the two may, in which states, and how the other side reads it; the recruiter offers times by the stage. */
export const INTERVIEW_ACTS = {
  pick: { by: 'applicant', from: ['proposed'], to: 'agreed', verb: '选这个时间', said: '确认了面试时间' },
  ask: { by: 'applicant', from: ['proposed', 'agreed'], to: 'asked', verb: '换个时间', said: '想换一个面试时间' },
  decline: { by: 'applicant', from: ['proposed'], to: 'declined', verb: '谢绝面试', said: '谢绝了面试' },
  cancel: { by: 'both', from: ['proposed', 'agreed', 'asked'], to: 'cancelled', verb: '取消面试', said: '取消了面试' },
} as const;
export type InterviewActKey = keyof typeof INTERVIEW_ACTS;
export const INTERVIEW_ACT_KEYS = Object.keys(INTERVIEW_ACTS) as [InterviewActKey, ...InterviewActKey[]];

/** What one of the two may do in this state. */
export const mayActOnInterview = (act: InterviewActKey, state: InterviewState, applicant: boolean): boolean =>
  (INTERVIEW_ACTS[act].from as readonly InterviewState[]).includes(state) && (applicant || INTERVIEW_ACTS[act].by === 'both');

/** Groups of one's own jobs. */
export const JOB_GROUPS = {
  all: { title: '全部', statuses: ['draft', 'reviewing', 'rejected', 'scheduled', 'published', 'taken_down'] },
  open: { title: '招聘中', statuses: ['published'] },
  closed: { title: '已停止', statuses: ['taken_down'] },
  unsent: { title: '未发布', statuses: ['draft', 'reviewing', 'rejected', 'scheduled'] },
} as const satisfies Record<string, { title: string; statuses: readonly ItemStatus[] }>;
export type JobGroup = keyof typeof JOB_GROUPS;
export const JOB_GROUP_KEYS = Object.keys(JOB_GROUPS) as [JobGroup, ...JobGroup[]];

export const RECRUIT_CALLS = {
  state: '/recruit/job/state',
  interview: '/recruit/application/interview',
  applicants: '/recruit/applicant/list',
  applicant: '/recruit/applicant',
  applicant_pdf: '/recruit/applicant/pdf',
  resume: '/recruit/resume',
  resume_pdf: '/recruit/resume/pdf',
  resume_views: '/recruit/resume/views',
  found_one: '/recruit/resume/foundOne',
  in_talk: '/recruit/resume/inTalk',
} as const;
