/** Courses, lessons and who teaches them: what both sides know. */

export const LESSON_TYPES = ['video', 'pdf', 'quiz', 'file'] as const;
export type LessonType = (typeof LESSON_TYPES)[number];
export const LESSON_TYPE_TEXT: Record<LessonType, string> = { video: '视频', pdf: 'PDF 讲义', quiz: '测验', file: '资料' };

/** processing: its file is being looked at; refused: browsers cannot play it. */
export type LessonState = 'draft' | 'processing' | 'ready' | 'refused';

export type TeacherState = 'waiting' | 'returned' | 'accepted' | 'withdrawn';

/** What an address of a file opens. */
export type FilmScope = 'film' | 'trial' | 'file';

/** How long a trial is, seconds. */
export const TRIAL_S = 180;
/** Of a lesson that must be watched before it is done, percent. */
export const DONE_PERCENT = 90;
/** Devices of one account that may play at once. */
export const PLAYING_MAX = 2;
export const STARS_MAX = 5;
export const REVIEW_TEXT_MAX = 500;
export const QUESTION_TEXT_MAX = 500;
export const NOTE_TEXT_MAX = 1_000;

/** Whether a learner sees the lesson in its course. */
export function isShown({ state, shown, removed_at }: { state: LessonState; shown: boolean; removed_at: Date | null }): boolean {
  return state === 'ready' && shown && removed_at === null;
}

export const STUDY_CALLS = {
  start: '/study/lesson/start',
  learner: '/study/index/learner',
  reviews: '/study/reviews',
  questions: '/study/questions',
  quiz: '/study/quiz',
  courses: '/study/my/courses',
  learn: '/study/my/learn',
  certificate: '/study/my/certificate',
} as const;

export const STUDY_PATHS = {
  home: '/study',
  list: '/study/list',
  teachers: '/study/teacher',
  films: '/study/video',
  mine: '/personalCenter/myClass',
  certificate: '/study/certificate',
} as const;

export const teacherPath = (user_id: number): string => `/study/teacher?id=${user_id}`;
/** What everybody may play: a free lesson, or the first part of another. */
export const openFilmPath = (what: 'free' | 'trial', lesson_id: number): string => `/media/${what}/${lesson_id}`;

/** Captions of what everybody may play, as WebVTT: those of a trial end with it. */
export const openCaptionsPath = (lesson_id: number): string => `/media/captions/${lesson_id}`;

/** Ties addresses of files to one login's browser; script cannot read it. */
export const MEDIA_COOKIE = 'cemao_media';

/** Seconds between two beats of a player. */
export const BEAT_S = 10;
/** A device that was silent for longer plays no more, seconds. */
export const DEVICE_SILENT_S = 45;
/** Most that is credited after a silence, as seconds of our clock: what was buffered is watched without a network. */
export const SILENCE_MAX_S = 900;
export const SECTIONS_MAX = 200;
/** How fast a film may be played. */
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;
export const RATE_MAX = 2;

/** Whole seconds from and up to. */
export type Section = readonly [from_s: number, to_s: number];

/** A lesson as everybody sees it in its course. */
export interface LessonRow {
  id: number;
  title: string;
  type: LessonType;
  duration_s: number;
  free: 0 | 1;
  /** Its first minutes are for everybody. */
  trial: 0 | 1;
  captions: 0 | 1;
}

export interface ChapterRow {
  /** 0: the lessons before the first chapter. */
  id: number;
  title: string;
  lessons: LessonRow[];
}

/** What a course is, beside its item. */
export interface CourseFace {
  lesson_num: number;
  free_num: number;
  duration_s: number;
  learner_num: number;
  review_num: number;
  /** 0 to 5 with one decimal; 0: nobody reviewed it. */
  stars: number;
  teacher: string;
}

export interface TeacherCard {
  user_id: number;
  name: string;
  position: string;
  field: string;
  introduction: string;
  headimgurl: string;
  courses: number;
}

export interface CourseReview {
  id: number;
  nickname: string;
  headimgurl: string;
  stars: number;
  text: string;
  /** Unix seconds. */
  at: number;
}

export interface CourseAnswer {
  id: number;
  nickname: string;
  teacher: 0 | 1;
  text: string;
  at: number;
}

export interface CourseQuestion {
  id: number;
  nickname: string;
  lesson: string;
  text: string;
  at: number;
  answers: CourseAnswer[];
}

/** A browser that plays now. */
export interface PlayingDevice {
  device: string;
  name: string;
  lesson: string;
}

/** POST start: how the lesson is played. */
export interface LessonStart {
  id: number;
  type: LessonType;
  duration_s: number;
  /** Empty for a quiz. */
  src: string;
  /** Media type of the film; empty for others. */
  mime: string;
  /** Where the learner was; 0: at the beginning, or done. */
  position_s: number;
  seconds: number;
  watched: Section[];
  done: 0 | 1;
  /** What moves over the picture. */
  watermark: string;
  /** WebVTT; empty: none. */
  chapters: string;
  captions: string;
}

/** POST beat. */
export interface BeatAnswer {
  seconds: number;
  percent: number;
  done: 0 | 1;
  /** Of the certificate that this beat brought; empty: none. */
  certificate: string;
  /** Another device took over: playing ends here. */
  ended: 0 | 1;
}

export interface LessonProgress {
  lesson_id: number;
  seconds: number;
  percent: number;
  position_s: number;
  done: 0 | 1;
}

/** GET learner: what the reader has of a course. */
export interface Learner {
  /** They may open every lesson. */
  opened: 0 | 1;
  lessons: LessonProgress[];
  done_num: number;
  lesson_num: number;
  /** Where to go on; 0: nothing was begun. */
  last_lesson: number;
  review: { stars: number; text: string } | null;
  /** They watched something and may write one. */
  may_review: 0 | 1;
  certificate: string;
}

export interface LessonNote {
  id: number;
  lesson_id: number;
  lesson: string;
  course_id: number;
  course: string;
  at_s: number;
  text: string;
  /** Unix seconds. */
  at: number;
}

/** What the player shows of a course: its lessons, never their files. */
export interface PlayerScreen {
  course: { id: number; title: string; teacher: string; poster: string };
  outline: ChapterRow[];
  /** The lesson of the address, or the first. */
  lesson: LessonRow;
  /** The one after it; null: it is the last. */
  next: LessonRow | null;
}

export interface MyCourse {
  id: number;
  title: string;
  cover: string;
  /** 0: it is off the site. */
  shown: 0 | 1;
  /** It can be learned: on the site, or by a right that outlasts it there. */
  open: 0 | 1;
  done_num: number;
  lesson_num: number;
  last_lesson: number;
  last_title: string;
  position_s: number;
  /** 0: they may learn it and have not begun. */
  begun: 0 | 1;
  /** Unix seconds: learnt last, or got. */
  at: number;
}

export interface MyCertificate {
  id: number;
  no: string;
  title: string;
  teacher: string;
  /** Unix seconds. */
  at: number;
}

/** What the number of a certificate stands for, as it was printed. */
export interface ProvenCertificate extends Omit<MyCertificate, 'id'> {
  name: string;
  lesson_num: number;
  course_id: number;
  /** The course can be looked at still. */
  shown: 0 | 1;
}

export const certificatePath = (no: string): string => `${STUDY_PATHS.certificate}?no=${no}`;

/** A number as people copy it: spaces, small or full-width letters. Empty: it can be none. */
export function certificateNo(text: string): string {
  const no = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return /^CM\d{24}$/.test(no) ? no : '';
}

/** 12:30, 1:02:03. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/** 45 秒, 12 分钟, 2 小时 5 分钟. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} 秒`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  return minutes % 60 === 0 ? `${minutes / 60} 小时` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`;
}

/** Sections merged and in order; what is empty or turned round is left out. */
export function mergeSections(sections: readonly Section[]): Section[] {
  const merged: Array<[number, number]> = [];
  for (const [from, to] of sections.filter(([from, to]) => to > from).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** A free lesson as a film of its own. */
export interface FilmCard {
  id: number;
  title: string;
  duration_s: number;
  course_id: number;
  course: string;
  poster: string;
  src: string;
  /** Address of its captions; empty: it has none. */
  captions: string;
  href: string;
}
