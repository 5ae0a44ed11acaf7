import { setCookie } from 'hono/cookie';
import { KINDS } from '#contract/kinds.ts';
import { COURSE, studyCalls } from '#contract/study/calls.ts';
import { MEDIA_COOKIE } from '#contract/study.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { pdfAnswer } from '../../http/csv-answer.ts';
import { deviceName } from '../../http/device-name.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { membershipSubject } from '../../modules/membership/index.ts';
import {
  addNote,
  answerQuestion,
  askedQuiz,
  askQuestion,
  beat,
  certificatePdf,
  changeNote,
  courseAnswerRows,
  courseQuestions,
  courseReviews,
  dropNote,
  dropReview,
  exportedLearning,
  forgetLearning,
  hideTalk,
  learnerOf,
  namedLessonFiles,
  ownCertificates,
  ownCourses,
  ownNotes,
  quizAnswerRows,
  revokeLinks,
  revokeLostLinks,
  saveReview,
  startLesson,
  studyJobs,
  takeQuiz,
} from '../../modules/study/index.ts';
import { unionSubject } from '../../modules/union/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { ownPlayer } from '../../views/study-screens.ts';
import type { Manifest } from '../manifest.ts';
import { linkList, talkLists } from './talk-lists.ts';

const MEDIA_LIFE_S = 30 * 86_400;
const from = (before_id: number): number | null => (before_id === 0 ? null : before_id);

const learning: Endpoint[] = [
  serve(studyCalls.detail, (ctx, { id }) => readDetail(ctx, COURSE, id)),
  serve(studyCalls.related, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, COURSE, { id, page, limit })),
    page,
    limit,
  })),
  serve(studyCalls.start, async (ctx, { id, device, take_over }, c) => {
    const device_name = deviceName(c.req.header('user-agent'));
    const { key, ...start } = await startLesson(ctx, { lesson_id: id, device, device_name, take_over });
    const secure = ctx.app.config.site_url.startsWith('https://');
    setCookie(c, MEDIA_COOKIE, key, { httpOnly: true, sameSite: 'Lax', path: '/media', maxAge: MEDIA_LIFE_S, secure });
    return start;
  }),
  serve(studyCalls.beat, (ctx, { id, ...rest }) => beat(ctx, { lesson_id: id, ...rest })),
  serve(studyCalls.get_quiz, (ctx, { id }) => askedQuiz(ctx, id)),
  serve(studyCalls.post_quiz, (ctx, { id, answers }) => takeQuiz(ctx, id, answers)),
  serve(studyCalls.learner, (ctx, { id }) => learnerOf(ctx, id)),
];

const own: Endpoint[] = [
  serve(studyCalls.courses, async (ctx) => ({ list: await ownCourses(ctx) })),
  serve(studyCalls.learn, (ctx, input) => ownPlayer(ctx, input)),
  serve(studyCalls.notes, async (ctx, { lesson, before }) => ({
    list: await ownNotes(ctx, lesson === undefined ? (before === 0 ? {} : { before }) : { lesson_id: lesson }),
  })),
  serve(studyCalls.post_note, (ctx, { lesson, at_s, text }) => addNote(ctx, { lesson_id: lesson, at_s, text })),
  serve(studyCalls.put_note, async (ctx, { id, text }) => {
    await changeNote(ctx, id, text);
    return { id };
  }),
  serve(studyCalls.delete_note, async (ctx, { id }) => {
    await dropNote(ctx, id);
    return { id };
  }),
  serve(studyCalls.certificates, async (ctx) => ({ list: await ownCertificates(ctx) })),
  serve(studyCalls.certificate, async (ctx, { id }) => {
    const { name, data } = await certificatePdf(ctx, id);
    return pdfAnswer(name, data);
  }),
];

const talk: Endpoint[] = [
  serve(studyCalls.reviews, async (ctx, { id, before }) => ({ list: await courseReviews(ctx, id, from(before)) })),
  serve(studyCalls.post_review, async (ctx, { id, stars, text }) => {
    await saveReview(ctx, { item_id: id, stars, text });
    return { id };
  }),
  serve(studyCalls.delete_review, async (ctx, { id }) => {
    await dropReview(ctx, id);
    return { id };
  }),
  serve(studyCalls.questions, async (ctx, { id, before }) => ({ list: await courseQuestions(ctx, id, from(before)) })),
  serve(studyCalls.question, (ctx, { id, lesson, text }) => askQuestion(ctx, { item_id: id, lesson_id: lesson ?? null, text })),
  serve(studyCalls.answer, (ctx, { id, text }) => answerQuestion(ctx, { question_id: id, text })),
  serve(studyCalls.hide, async (ctx, input) => {
    await hideTalk(ctx, input);
    return { id: input.id };
  }),
];

export const studyEndpoints: Endpoint[] = [...learning, ...own, ...talk];

/** Subjects of orders whose refund ends a membership. */
const MEMBERSHIPS: ReadonlySet<string> = new Set([membershipSubject.name, unionSubject.name]);

/** Courses and what their learners do. */
export const studyArea: Manifest = {
  name: 'study',
  endpoints: studyEndpoints,
  jobs: studyJobs,
  staff_lists: [...talkLists, linkList],
  file_uses: [(ctx, file_ids) => namedLessonFiles(ctx, file_ids)],
  // what was bought is gone with its money, also for a player that is open
  on_refund: async (tx, { subject, subject_id, buyer_id }, { whole }) => {
    if (!whole) return;
    if (subject === 'item') await revokeLinks(tx, buyer_id, subject_id);
    if (MEMBERSHIPS.has(subject)) await revokeLostLinks(tx, buyer_id);
  },
  on: (app) => ({
    'study.changed': [({ item_id }) => purgeTags(app, [pageTags.item(item_id), pageTags.list(KINDS.course)])],
  }),
  personal: {
    files: { 课程学习: exportedLearning, 课程测验: quizAnswerRows, 课程回答: courseAnswerRows },
    forget: [forgetLearning],
  },
};
