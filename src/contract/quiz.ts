import type { MarkedQuestion } from './outputs/study.ts';

/** Quizzes of lessons: what a teacher writes, what is right in it, and how answers are marked. Pure: browser and server share it. */

/** one: a single right option; many: several, all of them wanted; judge: 对 or 错. */
export const QUESTION_KINDS = { one: '单选', many: '多选', judge: '判断' } as const;
export type QuestionKind = keyof typeof QUESTION_KINDS;

export interface QuizQuestion {
  /** Named by the editor, unique within the quiz; answers name it. */
  id: string;
  kind: QuestionKind;
  text: string;
  options: readonly string[];
  /** Places of the right options, ascending. */
  right: readonly number[];
  /** Shown after answering; may be empty. */
  explanation: string;
}

export interface Quiz {
  /** Whole percent of the questions that must be right. */
  pass_percent: number;
  questions: readonly QuizQuestion[];
}

/** A quiz as learners get it: what is right stays on the server. */
export interface AskedQuiz {
  pass_percent: number;
  questions: ReadonlyArray<Pick<QuizQuestion, 'id' | 'kind' | 'text' | 'options'>>;
}

/** Chosen places by the question's id. */
export type QuizAnswers = Readonly<Record<string, readonly number[]>>;

export interface QuizMark {
  right_num: number;
  question_num: number;
  /** Whole percent, rounded down. */
  percent: number;
  passed: boolean;
  questions: readonly MarkedQuestion[];
}

export const JUDGE_OPTIONS: readonly string[] = ['对', '错'];
export const QUIZ_MAX = { questions: 50, text: 500, option: 200, options: 8, explanation: 1_000 } as const;
export const EMPTY_QUIZ: Quiz = { pass_percent: 60, questions: [] };

/** A question to begin with. */
export function newQuestion(kind: QuestionKind, id: string): QuizQuestion {
  return { id, kind, text: '', options: kind === 'judge' ? JUDGE_OPTIONS : ['', ''], right: kind === 'many' ? [] : [0], explanation: '' };
}

/** What a stored or posted value says as a quiz, texts trimmed; null when it has not the shape of one. */
export function readQuiz(value: unknown): Quiz | null {
  if (!isRecord(value) || !Array.isArray(value['questions'])) return null;
  const { pass_percent, questions } = value;
  if (!Number.isInteger(pass_percent) || questions.length > QUIZ_MAX.questions) return null;
  const read = questions.map(readQuestion);
  const ids = new Set(read.map((question) => question?.id));
  if (read.includes(null) || ids.size !== read.length) return null;
  return { pass_percent: pass_percent as number, questions: read as QuizQuestion[] };
}

function readQuestion(value: unknown): QuizQuestion | null {
  if (!isRecord(value)) return null;
  const { id, kind, text, options, right, explanation } = value;
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || typeof kind !== 'string' || !Object.hasOwn(QUESTION_KINDS, kind)) return null;
  if (!isText(text, QUIZ_MAX.text) || !isText(explanation, QUIZ_MAX.explanation)) return null;
  if (!Array.isArray(options) || options.length > QUIZ_MAX.options || !options.every((one) => isText(one, QUIZ_MAX.option))) return null;
  if (!isPlaces(right) || right.some((place) => place >= options.length)) return null;
  return {
    ...{ id, kind: kind as QuestionKind, text: text.trim(), explanation: explanation.trim(), right: tidyPlaces(right) },
    options: kind === 'judge' ? JUDGE_OPTIONS : options.map((one: string) => one.trim()),
  };
}

/** What keeps the quiz from being taken, by the question's id, `quiz` for the whole; empty when all is well. */
export function checkQuiz({ pass_percent, questions }: Quiz): Record<string, string> {
  const errors: Record<string, string> = {};
  if (questions.length === 0) errors['quiz'] = '请至少添加一道题';
  else if (pass_percent < 1 || pass_percent > 100) errors['quiz'] = '及格线应在 1% 至 100% 之间';
  for (const question of questions) {
    const wrong = wrongInQuestion(question);
    if (wrong) errors[question.id] = wrong;
  }
  return errors;
}

function wrongInQuestion({ kind, text, options, right }: QuizQuestion): string | null {
  if (text.trim() === '') return '请输入题目';
  if (options.length < 2) return '请至少填写两个选项';
  if (options.some((option) => option.trim() === '')) return '选项不能为空，不需要的选项请删除';
  if (new Set(options.map((option) => option.trim())).size < options.length) return '有两个选项是一样的';
  if (right.length === 0) return '请勾选正确答案';
  if (kind !== 'many' && right.length > 1) return '只能有一个正确答案';
  return null;
}

/** The quiz without what is right. */
export function askQuiz({ pass_percent, questions }: Quiz): AskedQuiz {
  return { pass_percent, questions: questions.map(({ id, kind, text, options }) => ({ id, kind, text, options })) };
}

/** Marks answers: a question is right when exactly its right options are chosen; one without an answer is wrong. Unknown ids are ignored. */
export function markQuiz({ pass_percent, questions }: Quiz, answers: QuizAnswers): QuizMark {
  const marked = questions.map(({ id, right, explanation }): MarkedQuestion => {
    const given: unknown = Object.hasOwn(answers, id) ? answers[id] : [];
    const chosen = isPlaces(given) ? tidyPlaces(given) : [];
    return { id, is_right: chosen.join() === right.join() && chosen.length > 0, chosen, right, explanation };
  });
  const right_num = marked.filter(({ is_right }) => is_right).length;
  const question_num = marked.length;
  const percent = question_num === 0 ? 0 : Math.floor((right_num * 100) / question_num);
  return {
    right_num,
    question_num,
    percent,
    passed: question_num > 0 && right_num * 100 >= pass_percent * question_num,
    questions: marked,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && [...value].length <= max;
const isPlaces = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= QUIZ_MAX.options && value.every((place) => Number.isInteger(place) && place >= 0);
const tidyPlaces = (places: readonly number[]): number[] => [...new Set(places)].toSorted((a, b) => a - b);
