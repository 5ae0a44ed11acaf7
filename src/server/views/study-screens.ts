import type { ItemListView } from '#contract/catalog.ts';
import type { ItemCard, ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { aggregateRating } from '#contract/opinion.ts';
import type { ChapterRow } from '#contract/outputs/study.ts';
import { playerPath } from '#contract/player-path.ts';
import type { SeriesView } from '#contract/series.ts';
import type { CourseFace, CourseQuestion, FilmCard, PlayerScreen, TeacherCard } from '#contract/study.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { decide } from '../modules/access/index.ts';
import {
  getItem,
  getShownItem,
  type Item,
  itemCards,
  itemsOf,
  kindTerms,
  publicPicture,
  shownPaths,
  topItems,
} from '../modules/catalog/index.ts';
import { courseFaces, courseOutline, courseQuestions, freeFilms, listTeachers, teacherCard } from '../modules/study/index.ts';
import { itemListView } from './item-list.ts';
import { isPublicItem } from './item-public.ts';
import { type ItemScreen, itemScreenAt } from './item-screen.ts';

const COURSE = KINDS.course;
/** Courses of a rail of the home of study. */
const RAIL = 4;
const PATHS = 6;
const PATHS_SHOWN = 12;
/** Of a path: as many as leave the paths about as long as each other. */
const STEPS = 3;
const FILMS = 24;
const TEACHER_COURSES = 60;

export type Faces = Record<number, CourseFace>;

/** What cards say of these courses. */
const facesOf = (ctx: Ctx, cards: readonly ItemCard[]): Promise<Faces> =>
  courseFaces(
    ctx,
    cards.map(({ id, user }) => ({ id, publisher_id: user.id })),
  );

/** A page of courses for a filter. */
export async function courseListView(ctx: Ctx, asked: ItemFilter): Promise<{ view: ItemListView; faces: Faces }> {
  const view = await itemListView(ctx, COURSE, asked);
  return { view, faces: await facesOf(ctx, view.result.list) };
}

export interface StudyHome {
  paths: SeriesView[];
  /** A category with its courses. */
  routes: Array<{ id: number; name: string; total: number; cards: ItemCard[] }>;
  newest: ItemCard[];
  free: ItemCard[];
  films: FilmCard[];
  teachers: TeacherCard[];
  faces: Faces;
}

export async function studyHome(ctx: Ctx): Promise<StudyHome> {
  const [learned, terms, newest, free, films, teachers] = await Promise.all([
    shownPaths(ctx, PATHS_SHOWN),
    kindTerms(ctx, COURSE),
    topItems(ctx, COURSE, { sort: 'new' }, RAIL),
    topItems(ctx, COURSE, { price: 'free' }, RAIL),
    freeFilms(ctx, null, FILMS),
    listTeachers(ctx, PATHS),
  ]);
  const filled = terms.categories.filter(({ item_num }) => item_num > 0).slice(0, PATHS);
  const routes = await Promise.all(
    filled.map(async ({ id, name, item_num }) => ({ id, name, total: item_num, cards: await topItems(ctx, COURSE, { cid: id }, STEPS) })),
  );
  // a film shows the cover of its course: first those whose cover is not there yet
  const seen = new Set([...newest, ...free].map(({ id }) => id));
  const others = films.toSorted((a, b) => Number(seen.has(a.course.id)) - Number(seen.has(b.course.id)));
  const all = [...learned.flatMap(({ items }) => items.slice(0, STEPS)), ...newest, ...free, ...routes.flatMap(({ cards }) => cards)];
  return {
    paths: learned,
    routes: routes.filter(({ cards }) => cards.length > 0),
    newest,
    free,
    films: others.slice(0, RAIL).map(filmCard),
    teachers: teachers.filter(({ courses }) => courses > 0),
    faces: await facesOf(ctx, [...new Map(all.map((card) => [card.id, card])).values()]),
  };
}

const filmCard = ({ lesson, course }: Awaited<ReturnType<typeof freeFilms>>[number]): FilmCard => ({
  ...{ id: lesson.id, title: lesson.title, duration_s: lesson.duration_s },
  ...{ course_id: course.id, course: course.title },
  poster: course.cover_key === '' ? '' : publicPicture(course.cover_key, course.cover_width, course.cover_height).src,
  href: playerPath(course.id, lesson.id),
});

/** Free films, the newest first, from before that id on. `next`: where older ones begin; 0: there are none. */
export async function filmScreen(ctx: Ctx, before: number): Promise<{ films: FilmCard[]; next: number }> {
  const films = (await freeFilms(ctx, before === 0 ? null : before, FILMS + 1)).map(filmCard);
  const shown = films.slice(0, FILMS);
  return { films: shown, next: films.length > FILMS ? (shown.at(-1)?.id ?? 0) : 0 };
}

export interface CourseScreen {
  screen: ItemScreen;
  face: CourseFace;
  outline: ChapterRow[];
  teacher: TeacherCard | null;
  questions: CourseQuestion[];
  faces: Faces;
}

/** The page of a course; null as `itemScreenAt`. */
export async function courseScreenAt(ctx: Ctx, url: URL): Promise<CourseScreen | null> {
  const screen = await itemScreenAt(ctx, COURSE, url);
  if (!screen) return null;
  const { item } = screen;
  const own = [{ id: item.id, publisher_id: item.releaser.uid }];
  const [outline, teacher, questions, faces, others] = await Promise.all([
    courseOutline(ctx, item.id),
    teacherCard(ctx, item.releaser.uid),
    courseQuestions(ctx, item.id),
    courseFaces(ctx, own),
    facesOf(ctx, screen.recommended),
  ]);
  return { screen, outline, teacher, questions, face: faces[item.id] as CourseFace, faces: others };
}

/** A teacher with their courses; null: no teacher has that number. */
export async function teacherScreen(ctx: Ctx, user_id: number): Promise<{ teacher: TeacherCard; cards: ItemCard[]; faces: Faces } | null> {
  const teacher = await teacherCard(ctx, user_id);
  if (!teacher) return null;
  const items = await itemsOf(ctx, { kinds: [COURSE], publisher_id: user_id, statuses: ['published'], offset: 0, limit: TEACHER_COURSES });
  const cards = await itemCards(
    ctx,
    items.map(({ id }) => id),
  );
  return { teacher, cards, faces: await facesOf(ctx, cards) };
}

/** A number of an address; 0: it is none. */
const numberIn = (url: URL, name: string): number => {
  const text = url.searchParams.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
};

/** What the player shows to everybody. Null: there is nothing to be learned by everybody. */
export async function playerScreen(ctx: Ctx, url: URL): Promise<PlayerScreen | null> {
  const id = numberIn(url, 'id');
  const shown = id === 0 ? null : await getShownItem(ctx, id);
  return isPublicItem(COURSE, shown) ? playerOf(ctx, shown.item, numberIn(url, 'lesson')) : null;
}

/** The lesson at an address whose course has left the site, where its buyers can still watch it; null for any other address. */
export async function offSiteLesson(ctx: Ctx, url: URL): Promise<{ id: number; lesson: number } | null> {
  const id = numberIn(url, 'id');
  const item = id === 0 ? null : await getItem(ctx, id);
  const was_shown = item?.kind === COURSE.code && item.published_at !== null && item.status !== 'published';
  return was_shown ? { id, lesson: numberIn(url, 'lesson') } : null;
}

/** The player of a course that the signed-in user may learn, on the site or not. @throws AppError 404 for any other */
export async function ownPlayer(ctx: Ctx, { id, lesson }: { id: number; lesson: number }): Promise<PlayerScreen> {
  const user_id = requireUser(ctx);
  const item = await getItem(ctx, id);
  const mine = item?.kind === COURSE.code && (await decide(ctx, item, user_id)).allowed;
  const screen = mine ? await playerOf(ctx, item, lesson) : null;
  if (!screen) throw notFound('课程已下架，您没有购买过它');
  return screen;
}

async function playerOf(ctx: Ctx, item: Item, lesson_id: number): Promise<PlayerScreen | null> {
  const outline = await courseOutline(ctx, item.id);
  const lessons = outline.flatMap((chapter) => chapter.lessons);
  const at = Math.max(
    0,
    lessons.findIndex(({ id }) => id === lesson_id),
  );
  const lesson = lessons[at];
  if (!lesson) return null;
  const face = (await courseFaces(ctx, [{ id: item.id, publisher_id: item.publisher_id }]))[item.id];
  const poster = item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src;
  return {
    course: { id: item.id, title: item.title, teacher: face?.teacher ?? '', poster },
    outline,
    lesson,
    next: lessons[at + 1] ?? null,
  };
}

/** As search engines name it: what only members learn is not free. */
const courseCategory = ({ price, vip_only }: { price: number; vip_only: boolean }): string =>
  price > 0 ? 'Paid' : vip_only ? 'Subscription' : 'Free';

/** schema.org Course. `site_url` has no trailing slash. */
export function courseJsonLd({ screen, face, outline, teacher }: CourseScreen, site_url: string): object {
  const { item } = screen;
  const url = `${site_url}${COURSE.paths.detail}?id=${item.id}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: item.title,
    description: item.introduction || String(item.fields['learns'] ?? item.title),
    url,
    provider: { '@type': 'Organization', name: '策猫', sameAs: site_url },
    ...(item.cover ? { image: `${site_url}${item.cover.src}` } : {}),
    ...(teacher ? { author: { '@type': 'Person', name: teacher.name, jobTitle: teacher.position } } : {}),
    ...aggregateRating(item),
    offers: { '@type': 'Offer', price: item.price, priceCurrency: 'CNY', category: courseCategory(item), url },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      courseWorkload: `PT${Math.max(1, Math.round(face.duration_s / 60))}M`,
    },
    syllabusSections: outline.map(({ title, lessons }) => ({
      '@type': 'Syllabus',
      name: title || item.title,
      description: lessons.map((lesson) => lesson.title).join('；'),
    })),
  };
}

/** Everybody who may teach. */
export const teacherList = (ctx: Ctx): Promise<TeacherCard[]> => listTeachers(ctx);
