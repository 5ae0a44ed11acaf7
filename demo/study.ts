import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { writeVtt } from '#contract/web-vtt.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { saveDraft, storeDrawn, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import {
  addNote,
  answerQuestion,
  appointTeacher,
  askQuestion,
  beat,
  courseOutline,
  cutTrial,
  type NewLesson,
  saveReview,
  startLesson,
  writeOutline,
} from '#server/modules/study/index.ts';
import { asUser, atTime } from './at-time.ts';
import { type DrawnPicture, finishPicture } from './drawing/draw-work.ts';
import { drawFilm } from './drawing/film.ts';
import { drawLessonCover } from './pictures/lesson-cover.ts';
import { named } from './works/demo-work.ts';
import { DEMO_COURSES, DEMO_QUESTION, DEMO_REVIEWS, DEMO_TEACHERS, type DemoCourse } from './world/courses.ts';
import { PUBLISHERS } from './world/people.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'study';
const FILM_S = 12;
const DEVICE = 'demo-device';

/** Teachers with courses of short films, and readers who learn, review and ask. Again after a crash goes on. */
export async function teachCourses(ctx: Ctx): Promise<void> {
  const { people, made, seed } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now();
  for (const { publisher, ...teacher } of DEMO_TEACHERS) {
    const user_id = people.publisher_ids[publisher] as number;
    await inTransaction(ctx, (tx) => appointTeacher(tx, { ...teacher, user_id }));
  }
  const courses: Array<{ id: number; lessons: number[] }> = [];
  const films = new Map<number, number>();
  const covers = await Promise.all(DEMO_COURSES.map(drawCover));
  for (const [index, course] of DEMO_COURSES.entries()) {
    const teacher_id = people.publisher_ids[DEMO_TEACHERS[course.teacher].publisher] as number;
    const then = asUser(atTime(ctx, new Date(now.getTime() - (20 - index * 2) * DAY_MS)), teacher_id);
    const picture = covers[index] as DrawnPicture;
    courses.push(
      await publishCourse(then, course, { draft_key: `demo-${seed}-course-${index}`, films, picture, today: asUser(ctx, teacher_id) }),
    );
  }
  await learn(ctx, courses, people);
  await noteMade(ctx, MADE);
}

/**
 * `films`: the film of each teacher that was drawn already, by the teacher's place; the lessons of one are identified by their texts. `today`:
 * for uploads; one from the day of the course has ended, and the next cleaning would take it away.
 */
async function publishCourse(
  ctx: Ctx,
  course: DemoCourse,
  { draft_key, films, picture, today }: { draft_key: string; films: Map<number, number>; picture: DrawnPicture; today: Ctx },
): Promise<{ id: number; lessons: number[] }> {
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
  const standing = (await courseOutline(ctx, id)).flatMap(({ lessons }) => lessons.map((lesson) => lesson.id));
  if (standing.length > 0) {
    if (status === 'draft') await submitItem(ctx, draft);
    return { id, lessons: standing };
  }
  const known = films.get(course.teacher);
  const film =
    known ?? (await storeOriginal(today, { purpose: 'video', name: `${course.title}.mp4`, data: await drawFilm(FILM_S, course.film) }));
  films.set(course.teacher, film);
  const chapters = course.chapters.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map(
      ({ quiz, ...lesson }): NewLesson =>
        quiz ? { ...lesson, type: 'quiz', quiz } : { ...lesson, type: 'video', file_id: film, duration_s: FILM_S, ...TRACKS },
    ),
  }));
  const lessons = await inTransaction(ctx, (tx) => writeOutline(tx, id, chapters));
  const paid = chapters.flatMap((chapter) => chapter.lessons).findIndex(({ type, free }) => type === 'video' && !free);
  // one a teacher, so that a demo begins soon
  if (paid >= 0 && known === undefined) await cutTrial(ctx, lessons[paid] as number);
  if (status === 'draft') await submitItem(ctx, draft);
  return { id, lessons };
}

async function drawCover({ title, tags, colours, picture, teacher }: DemoCourse): Promise<DrawnPicture> {
  const speaker = PUBLISHERS[DEMO_TEACHERS[teacher].publisher]?.nickname ?? '';
  return finishPicture(await drawLessonCover({ title, line: tags.join(' · '), speaker, colours, picture, hand: teacher }));
}

const TRACKS = {
  chapters_vtt: writeVtt([
    { start_ms: 0, end_ms: 4_000, text: '引子' },
    { start_ms: 4_000, end_ms: 9_000, text: '怎么做' },
    { start_ms: 9_000, end_ms: 12_000, text: '小结' },
  ]),
  captions_vtt: writeVtt([
    { start_ms: 500, end_ms: 3_800, text: '这一课先说清楚要解决什么问题。' },
    { start_ms: 4_200, end_ms: 8_800, text: '再按步骤做一遍，每一步都可以暂停对照。' },
    { start_ms: 9_200, end_ms: 11_800, text: '最后记住一条：先写下来，再开始。' },
  ]),
};

/** The free course is watched by readers, and the buyer of the demo began one of every kind. */
async function learn(
  ctx: Ctx,
  courses: ReadonlyArray<{ id: number; lessons: number[] }>,
  { buyer_id, reader_ids, publisher_ids }: { buyer_id: number; reader_ids: readonly number[]; publisher_ids: readonly number[] },
): Promise<void> {
  const begun = new Date(ctx.app.clock.now().getTime() - DAY_MS);
  const free = courses[2] as { id: number; lessons: number[] };
  for (const [at, review] of DEMO_REVIEWS.entries()) {
    const user_id = reader_ids[at] as number;
    await watch(ctx, { user_id, lesson_id: free.lessons[0] as number, seconds: FILM_S, begun });
    await saveReview(asUser(ctx, user_id), { item_id: free.id, ...review });
  }
  const first = courses[0] as { id: number; lessons: number[] };
  for (const [{ lessons }, seconds] of [
    [free, FILM_S],
    [first, 7],
  ] as const) {
    await watch(ctx, { user_id: buyer_id, lesson_id: lessons[0] as number, seconds, begun });
  }
  await addNote(asUser(ctx, buyer_id), { lesson_id: first.lessons[0] as number, at_s: 5, text: '预算上限要在第一次通话就问到。' });
  const { id } = await askQuestion(asUser(ctx, buyer_id), {
    item_id: first.id,
    lesson_id: first.lessons[3] ?? null,
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
