import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { writeVtt } from '#contract/web-vtt.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { kindTerms, saveSeries, seriesHolding } from '#server/modules/catalog/index.ts';
import { saveOpinion } from '#server/modules/opinions/index.ts';
import { saveDraft, storeDrawn, submitItem } from '#server/modules/publishing/index.ts';
import {
  addNote,
  answerQuestion,
  appointTeacher,
  askQuestion,
  beat,
  courseOutline,
  cutTrial,
  exerciseFor,
  handIn,
  judgeHandIn,
  type NewLesson,
  startLesson,
  writeOutline,
} from '#server/modules/study/index.ts';
import { asUser, atTime } from './at-time.ts';
import { type DrawnPicture, finishPicture } from './drawing/draw-work.ts';
import { LECTURE_HEIGHT, LECTURE_WIDTH } from './drawing/lecture.ts';
import type { Draw } from './grow.ts';
import { keepFilm } from './keep-film.ts';
import { drawLessonCover } from './pictures/lesson-cover.ts';
import { lectureFrames } from './pictures/slides.ts';
import { named } from './works/demo-work.ts';
import { DEMO_COURSES, DEMO_QUESTION, DEMO_REVIEWS, DEMO_TEACHERS, type DemoCourse } from './world/courses.ts';
import { LECTURES, type Slide } from './world/lectures.ts';
import { DEMO_HAND_INS, DEMO_PATH, MORE_COURSES } from './world/more-courses.ts';
import { PUBLISHERS } from './world/people.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'study';
const MADE_MORE = 'study-more';
const DEVICE = 'demo-device';

type Film = Required<Pick<NewLesson, 'file_id' | 'duration_s' | 'chapters_vtt' | 'captions_vtt'>>;

interface MadeLesson {
  id: number;
  duration_s: number;
}

/** Teachers with courses of slides, and readers who learn, review and ask. Again after a crash goes on. */
export async function teachCourses(ctx: Ctx, draw: Draw): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  for (const { publisher, ...teacher } of DEMO_TEACHERS) {
    const user_id = people.publisher_ids[publisher] as number;
    await inTransaction(ctx, (tx) => appointTeacher(tx, { ...teacher, user_id }));
  }
  await learn(ctx, await publishCourses(ctx, draw, DEMO_COURSES, 0), people);
  await noteMade(ctx, MADE);
}

/** Courses that need not stand at first sight. */
export async function teachMore(ctx: Ctx, draw: Draw): Promise<void> {
  const { made } = await worldState.read(ctx);
  if (made.includes(MADE_MORE)) return;
  const courses = await publishCourses(ctx, draw, MORE_COURSES, DEMO_COURSES.length);
  await makePath(ctx, courses);
  await judgeSome(ctx, courses[MORE_COURSES.findIndex(({ title }) => title === DEMO_PATH.courses[0])] as MadeCourse);
  await noteMade(ctx, MADE_MORE);
}

/** A path of three courses: the second opens to who finished the first, the third in ten days. */
async function makePath(ctx: Ctx, courses: readonly MadeCourse[]): Promise<void> {
  const { people } = await worldState.read(ctx);
  const teacher = asUser(ctx, people.publisher_ids[DEMO_TEACHERS[0].publisher] as number);
  const item_ids = DEMO_PATH.courses.map((title) => (courses[MORE_COURSES.findIndex((one) => one.title === title)] as MadeCourse).id);
  const [, second = 0, third = 0] = item_ids;
  if ((await seriesHolding(ctx, third)) !== null) return;
  const opens_at = (Math.floor(ctx.app.clock.now().getTime() / DAY_MS) + 10) * 86_400 + 7_200;
  const releases = [
    { item_id: second, opens_at: 0 },
    { item_id: third, opens_at },
  ];
  await saveSeries(teacher, {
    title: DEMO_PATH.title,
    introduction: DEMO_PATH.introduction,
    price_fen: DEMO_PATH.price_fen,
    item_ids,
    releases,
  });
}

/** `from`: the place of the first, which its key says for ever. */
async function publishCourses(ctx: Ctx, draw: Draw, list: readonly DemoCourse[], from: number): Promise<MadeCourse[]> {
  const { people, seed } = await worldState.read(ctx);
  const now = ctx.app.clock.now();
  const courses: MadeCourse[] = [];
  const covers = await Promise.all(list.map(drawCover));
  for (const [index, course] of list.entries()) {
    const teacher_id = people.publisher_ids[DEMO_TEACHERS[course.teacher].publisher] as number;
    const then = asUser(atTime(ctx, new Date(now.getTime() - Math.max(1, 20 - index * 2) * DAY_MS)), teacher_id);
    const picture = covers[index] as DrawnPicture;
    const draft_key = `demo-${seed}-course-${from + index}`;
    const is_first = list.findIndex(({ teacher }) => teacher === course.teacher) === index;
    courses.push(await publishCourse(then, course, { draft_key, is_first, picture, draw, today: asUser(ctx, teacher_id) }));
  }
  return courses;
}

/** The exercise of the first course: one learner passes at the second time, another waits for the teacher's word. */
async function judgeSome(ctx: Ctx, { lessons }: MadeCourse): Promise<void> {
  const { people } = await worldState.read(ctx);
  const lesson = lessons.at(-1) as MadeLesson;
  const teacher_id = people.publisher_ids[DEMO_TEACHERS[0].publisher] as number;
  const then = (days: number, user_id: number) => asUser(atTime(ctx, new Date(ctx.app.clock.now().getTime() - days * DAY_MS)), user_id);
  const hand = (days: number, user_id: number, text: string) => handIn(then(days, user_id), { id: lesson.id, text, file_ids: [] });
  const { first, second, waiting } = DEMO_HAND_INS;
  if ((await exerciseFor(asUser(ctx, people.buyer_id), lesson.id)).hand_ins.length > 0) return;
  const one = await hand(0.9, people.buyer_id, first.text);
  await judgeHandIn(then(0.6, teacher_id), { ...one, pass: false, word: first.word, mark: null });
  const two = await hand(0.4, people.buyer_id, second.text);
  await judgeHandIn(then(0.2, teacher_id), { ...two, pass: true, word: second.word, mark: second.mark });
  await hand(0.1, people.reader_ids[0] as number, waiting);
}

interface MadeCourse {
  id: number;
  lessons: MadeLesson[];
}

/**
 * `is_first`: of its teacher. `today`: for uploads; one from the day of the course has ended, and the next cleaning would take it away.
 */
async function publishCourse(
  ctx: Ctx,
  course: DemoCourse,
  { draft_key, is_first, picture, draw, today }: { draft_key: string; is_first: boolean; picture: DrawnPicture; draw: Draw; today: Ctx },
): Promise<MadeCourse> {
  const terms = await kindTerms(ctx, KINDS.course);
  const top = terms.categories.find(({ name }) => name === course.category[0]);
  const cover = await storeDrawn(today, { key: `${draft_key}-cover`, name: '封面.jpg', ...picture });
  const form = {
    ...EMPTY_FORM,
    ...{ title: course.title, introduction: course.introduction, tags: [...course.tags], fields: course.fields, cover_file_id: cover },
    ...{ category_id: top?.id ?? null, category_id_sub: named(top?.children, course.category[1]) },
    price_type: course.price === '' ? ('free' as const) : course.vip ? ('vip' as const) : ('paid' as const),
    price: course.price,
  };
  const draft = { kind: KINDS.course, draft_key, form };
  const { id, status } = await saveDraft(ctx, draft);
  const standing = await lessonsOf(ctx, id);
  if (standing.length > 0) {
    if (status === 'draft') await submitItem(ctx, draft);
    return { id, lessons: standing };
  }
  const general = introducing(course);
  const told = course.chapters.flatMap((chapter) => chapter.lessons).filter(({ quiz, task }) => !quiz && task === undefined);
  const films = new Map(
    await Promise.all(
      told.map(async ({ title }, at) => {
        const own = LECTURES[title];
        const lecture = own ? { title, slides: own } : { title, slides: [general[at % general.length] as Slide], pace: 2 };
        return [title, await drawFilmOf({ today, draw }, course, lecture)] as const;
      }),
    ),
  );
  const chapters: Array<{ title: string; lessons: NewLesson[] }> = [];
  for (const { title, lessons } of course.chapters) {
    const made: NewLesson[] = [];
    for (const { quiz, task, ...lesson } of lessons) {
      if (task !== undefined) {
        made.push({ ...lesson, type: 'exercise', task });
        continue;
      }
      made.push(quiz ? { ...lesson, type: 'quiz', quiz } : { ...lesson, type: 'video', ...(films.get(lesson.title) as Film) });
    }
    chapters.push({ title, lessons: made });
  }
  const lessons = await inTransaction(ctx, (tx) => writeOutline(tx, id, chapters));
  const paid = chapters.flatMap((chapter) => chapter.lessons).findIndex(({ type, free }) => type === 'video' && !free);
  // one a teacher, so that a demo begins soon
  if (paid >= 0 && is_first) await cutTrial(ctx, lessons[paid] as number);
  if (status === 'draft') await submitItem(ctx, draft);
  return { id, lessons: await lessonsOf(ctx, id) };
}

const lessonsOf = async (ctx: Ctx, id: number): Promise<MadeLesson[]> =>
  (await courseOutline(ctx, id)).flatMap(({ lessons }) => lessons.map((lesson) => ({ id: lesson.id, duration_s: lesson.duration_s })));

async function drawFilmOf(
  { today, draw }: { today: Ctx; draw: Draw },
  { teacher, colours }: DemoCourse,
  lecture: { title: string; slides: readonly Slide[]; pace?: number },
): Promise<Film> {
  const { name, publisher } = DEMO_TEACHERS[teacher];
  const { frames, chapters, captions, seconds } = lectureFrames({
    ...lecture,
    colours,
    speaker: name,
    face: PUBLISHERS[publisher]?.nickname ?? name,
  });
  const { file } = await draw({ key: `lecture ${lecture.title}` }, { lecture: frames });
  const film = { type: 'mp4', width: LECTURE_WIDTH, height: LECTURE_HEIGHT, duration_ms: seconds * 1_000 } as const;
  const file_id = await keepFilm(today, lecture.title, file, film);
  return { file_id, duration_s: seconds, chapters_vtt: writeVtt(chapters), captions_vtt: writeVtt(captions) };
}

/** What lessons without slides of their own show, one each: what their course is. */
function introducing({ introduction, fields }: DemoCourse): Slide[] {
  const lines = (text: string, at: RegExp) => text.split(at).filter(Boolean).slice(0, 4);
  return [
    { heading: '这门课讲什么', points: lines(introduction, /[：；。]/) },
    { heading: '适合谁来听', points: lines(fields.for_whom, /[\n、]/) },
    { heading: '学完能做到', points: lines(fields.learns, /\n/) },
  ];
}

async function drawCover({ title, tags, colours, picture, teacher }: DemoCourse): Promise<DrawnPicture> {
  const speaker = PUBLISHERS[DEMO_TEACHERS[teacher].publisher]?.nickname ?? '';
  return finishPicture(await drawLessonCover({ title, line: tags.join(' · '), speaker, colours, picture, hand: teacher }));
}

/** The free course is watched by readers, and the buyer of the demo began one of every kind. */
async function learn(
  ctx: Ctx,
  courses: readonly MadeCourse[],
  { buyer_id, reader_ids, publisher_ids }: { buyer_id: number; reader_ids: readonly number[]; publisher_ids: readonly number[] },
): Promise<void> {
  const begun = new Date(ctx.app.clock.now().getTime() - DAY_MS);
  const free = courses[2] as MadeCourse;
  const [begins] = free.lessons as [MadeLesson];
  for (const [at, review] of DEMO_REVIEWS.entries()) {
    const user_id = reader_ids[at] as number;
    await watch(ctx, { user_id, lesson_id: begins.id, seconds: begins.duration_s, begun });
    await saveOpinion(asUser(ctx, user_id), { item_id: free.id, ...review });
  }
  const first = courses[0] as MadeCourse;
  const [opened] = first.lessons as [MadeLesson];
  await watch(ctx, { user_id: buyer_id, lesson_id: begins.id, seconds: begins.duration_s, begun });
  await watch(ctx, { user_id: buyer_id, lesson_id: opened.id, seconds: 96, begun });
  await addNote(asUser(ctx, buyer_id), { lesson_id: opened.id, at_s: 88, text: '预算上限要在第一次通话就问到。' });
  const { id } = await askQuestion(asUser(ctx, buyer_id), {
    item_id: first.id,
    lesson_id: first.lessons[3]?.id ?? null,
    text: DEMO_QUESTION.text,
  });
  await answerQuestion(asUser(ctx, publisher_ids[DEMO_TEACHERS[0].publisher] as number), { question_id: id, text: DEMO_QUESTION.answer });
}

async function watch(
  ctx: Ctx,
  { user_id, lesson_id, seconds, begun }: { user_id: number; lesson_id: number; seconds: number; begun: Date },
) {
  const then = asUser(atTime(ctx, begun), user_id);
  await startLesson(then, { lesson_id, device: DEVICE, device_name: 'Windows · Chrome', take_over: true });
  const later = asUser(atTime(ctx, new Date(begun.getTime() + seconds * 1000)), user_id);
  await beat(later, { lesson_id, sections: [[0, seconds]], position_s: seconds, rate: 1, device: DEVICE });
}
