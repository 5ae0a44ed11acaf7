import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { AskedQuiz, QuizAnswers, QuizMark } from '#contract/quiz.ts';
import {
  type BeatAnswer,
  type CourseQuestion,
  type Learner,
  type LessonNote,
  type LessonStart,
  type MyCertificate,
  type MyCourse,
  type PlayerScreen,
  type Section,
  STUDY_CALLS,
} from '#contract/study.ts';

export const startLesson = (id: number, device: string, take_over: boolean): Promise<LessonStart> =>
  gateway('POST /study/lesson/start', { id, device, take_over: take_over ? 1 : 0 }, SILENT);

interface BeatInput {
  id: number;
  sections: readonly Section[];
  position_s: number;
  rate: number;
  device: string;
}

/** `leaving`: the page may be gone before the answer. */
export const postBeat = (input: BeatInput, leaving = false): Promise<BeatAnswer> =>
  gateway('POST /study/lesson/beat', input, { ...SILENT, background: true, ...(leaving ? { keepalive: true } : {}) });

export const postTick = (id: number, ticked: boolean) => gateway('POST /study/lesson/tick', { id, ticked: ticked ? 1 : 0 }, SILENT);

export const fetchLearner = (id: number): Promise<Learner> => gateway('GET /study/index/learner', { id }, { ...SILENT, background: true });

export const fetchPath = (id: number) => gateway('GET /study/path/learner', { id }, { ...SILENT, background: true });

export const fetchNotes = (lesson: number): Promise<{ list: LessonNote[] }> => gateway('GET /study/my/notes', { lesson }, SILENT);
export const fetchAllNotes = (before: number): Promise<{ list: LessonNote[] }> => gateway('GET /study/my/notes', { before }, SILENT);
export const postNote = (lesson: number, at_s: number, text: string) => gateway('POST /study/my/note', { lesson, at_s, text }, SILENT);
export const putNote = (id: number, text: string) => gateway('PUT /study/my/note', { id, text }, SILENT);
export const deleteNote = (id: number) => gateway('DELETE /study/my/note', { id }, SILENT);

export const fetchQuestions = (id: number, before: number, lesson?: number): Promise<{ list: CourseQuestion[] }> =>
  gateway('GET /study/questions', { id, before, ...(lesson === undefined ? {} : { lesson }) }, SILENT);
export const postQuestion = (id: number, text: string, about: { lesson?: number; at_s?: number } = {}) =>
  gateway('POST /study/question', { id, text, ...about }, SILENT);
export const postAnswer = (id: number, text: string, about: { at_s?: number } = {}) =>
  gateway('POST /study/answer', { id, text, ...about }, SILENT);

export const takeBack = (what: 'question' | 'answer', id: number) => gateway('DELETE /study/talk', { what, id }, SILENT);

export interface QuizScreen {
  quiz: AskedQuiz;
  last: { right_num: number; total: number; passed: boolean } | null;
}
export const fetchQuiz = (id: number): Promise<QuizScreen> => gateway('GET /study/quiz', { id }, SILENT);
export const postQuiz = (id: number, answers: QuizAnswers): Promise<{ mark: QuizMark; certificate: string }> =>
  gateway('POST /study/quiz', { id, answers }, SILENT);

/** What is refused the gateway says. */
export const fetchHandInFile = (id: number, file_id: number) => gateway('GET /study/hand-in/file', { id, file_id });
export const fetchExercise = (id: number) => gateway('GET /study/exercise', { id }, SILENT);
export const postHandIn = (id: number, text: string, file_ids: number[]) => gateway('POST /study/exercise', { id, text, file_ids }, SILENT);

export const fetchOwnPlayer = (id: number, lesson: number): Promise<PlayerScreen> => gateway('GET /study/my/learn', { id, lesson }, SILENT);

export const fetchCourses = (): Promise<{ list: MyCourse[] }> => gateway('GET /study/my/courses', {}, SILENT);
export const fetchCertificates = (): Promise<{ list: MyCertificate[] }> => gateway('GET /study/my/certificates', {}, SILENT);

/** Hands a certificate to the browser's downloads. @throws ApiError */
export async function saveCertificate({ id, title, path }: MyCertificate): Promise<void> {
  const blob = await fetchFile(`${STUDY_CALLS.certificate}?id=${id}`, 'application/pdf', '证书没有取到，请稍后再试');
  saveBlob(blob, `${path === 1 ? '学习路径证书' : '结业证书'}-${title}.pdf`);
}
