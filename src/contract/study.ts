/** Courses, lessons and who teaches them: what both sides know. */
import type { MyCertificate } from './outputs/study.ts';

export type {
  BeatAnswer,
  CourseQuestion,
  Learner,
  LessonNote,
  LessonRow,
  LessonStart,
  MyCertificate,
  MyCourse,
  PathLearner,
  PlayerScreen,
} from './outputs/study.ts';

export const LESSON_TYPES = ['video', 'pdf', 'quiz', 'file', 'exercise'] as const;
export type LessonType = (typeof LESSON_TYPES)[number];
export const LESSON_TYPE_TEXT: Record<LessonType, string> = {
  video: '视频',
  pdf: 'PDF 讲义',
  quiz: '测验',
  file: '资料',
  exercise: '作业',
};

export const HAND_IN_STATES = ['waiting', 'again', 'passed'] as const;
export type HandInState = (typeof HAND_IN_STATES)[number];
export const HAND_IN_TEXT: Record<HandInState, string> = {
  waiting: '待评改',
  again: '请再改一改',
  passed: '已通过',
};
export const EXERCISE_MAX = { task: 5_000, text: 5_000, word: 1_000, files: 5, hand_ins: 20 } as const;

/** processing: its file is being looked at; refused: browsers cannot play it. */
export type LessonState = 'draft' | 'processing' | 'ready' | 'refused';

export type TeacherState = 'waiting' | 'returned' | 'accepted' | 'withdrawn';

/** What an address of a file opens. */
export type FilmScope = 'film' | 'trial' | 'file';

/** Smaller versions of films, by their lines. */
export const FILM_LINES = [480, 720] as const;
export type FilmLines = (typeof FILM_LINES)[number];

/**
 * Which version is played: what was chosen (-1: as it was sent), else (0) the smallest that fills the player, and the smallest there is for
 * who saves data. 0: as it was sent.
 */
export function linesFor(
  lines: readonly number[],
  { chosen, shown_px, saves }: { chosen: number; shown_px: number; saves: boolean },
): number {
  if (chosen !== 0) return lines.find((one) => one === chosen) ?? 0;
  const sorted = lines.toSorted((a, b) => a - b);
  return (saves ? sorted[0] : sorted.find((one) => one >= shown_px)) ?? 0;
}

/** How long a trial is, seconds. */
export const TRIAL_S = 180;
/** Of a lesson that must be watched before it is done, percent. */
export const DONE_PERCENT = 90;
/** Devices of one account that may play at once. */
export const PLAYING_MAX = 2;
export const QUESTION_TEXT_MAX = 500;
export const NOTE_TEXT_MAX = 1_000;

/** Whether a learner sees the lesson in its course. */
export function isShown({ state, shown, removed_at }: { state: LessonState; shown: boolean; removed_at: Date | null }): boolean {
  return state === 'ready' && shown && removed_at === null;
}

export const STUDY_CALLS = {
  start: '/study/lesson/start',
  learner: '/study/index/learner',
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

/** What a course is, beside its item. */
export interface CourseFace {
  lesson_num: number;
  free_num: number;
  duration_s: number;
  learner_num: number;
  review_num: number;
  /** The smoothed mean with one decimal; 0: fewer than five ratings. */
  stars: number;
  teacher: string;
}

/** Nothing of such a course waits: a release would do nothing. */
export const isAllFree = ({ lesson_num, free_num }: Pick<CourseFace, 'lesson_num' | 'free_num'>): boolean =>
  lesson_num > 0 && free_num === lesson_num;

export interface TeacherCard {
  user_id: number;
  name: string;
  position: string;
  field: string;
  introduction: string;
  headimgurl: string;
  courses: number;
}

/** A browser that plays now. */
export interface PlayingDevice {
  device: string;
  name: string;
  lesson: string;
}

/** What the number of a certificate stands for, as it was printed. */
export interface ProvenCertificate extends Omit<MyCertificate, 'id'> {
  name: string;
  lesson_num: number;
  /** The course, or the series where it is of a path. */
  about_id: number;
  /** That can be looked at still. */
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
  href: string;
}
