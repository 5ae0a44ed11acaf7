import { setCookie } from 'hono/cookie';
import { detailPath, KINDS } from '#contract/kinds.ts';
import { COURSE, studyCalls } from '#contract/study/calls.ts';
import { MEDIA_COOKIE } from '#contract/study.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { deviceName } from '../../http/device-name.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { pdfAnswer } from '../../http/file-answer.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { readDetail } from '../../http/read-detail.ts';
import { itemsById, recommendItems } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { maskNetwork, publicUsers } from '../../modules/identity/index.ts';
import { membershipSubject } from '../../modules/membership/index.ts';
import {
  addNote,
  answerQuestion,
  askedQuiz,
  askQuestion,
  beat,
  certificatePdf,
  certifyPathOf,
  changeNote,
  courseAnswerRows,
  courseQuestions,
  dropNote,
  exerciseFor,
  exportedLearning,
  forgetLearning,
  handIn,
  handInFile,
  handInRows,
  hideTalk,
  type LinkLine,
  learnerOf,
  lessonTitles,
  linkSource,
  namedLessonFiles,
  ownCertificates,
  ownCourses,
  ownNotes,
  pathChanged,
  pathLearner,
  quizAnswerRows,
  revokeLinks,
  revokeLostLinks,
  startLesson,
  studyJobs,
  type TalkKind,
  type TalkLine,
  takeBackTalk,
  takeQuiz,
  talkSource,
  tickLesson,
} from '../../modules/study/index.ts';
import { unionSubject } from '../../modules/union/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { ownPlayer } from '../../views/study-screens.ts';
import type { Manifest } from '../manifest.ts';

/** Every address of a lesson's file that somebody was given; retained for thirty days after its end. */
export const linkList: StaffList = {
  key: 'filmLinks',
  title: '播放记录',
  verb: 'review.see',
  source: linkSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'user_id', title: '用户编号', kind: 'number' },
    { key: 'user', title: '用户' },
    { key: 'course', title: '课程' },
    { key: 'lesson', title: '课时' },
    { key: 'device', title: '设备' },
    { key: 'network', title: '网络' },
    { key: 'issued_at', title: '取得时间', kind: 'time' },
    { key: 'expires_at', title: '失效时间', kind: 'time' },
    { key: 'revoked_at', title: '收回时间', kind: 'time' },
  ],
  filters: [
    { key: 'user', title: '用户', kind: 'person' },
    { key: 'lesson', title: '课时编号', kind: 'number' },
  ],
  orders: BY_TIME,
  search: '编号、用户编号或手机号',
  people: holderOf,
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly LinkLine[];
    const ids = (of: (line: LinkLine) => number) => [...new Set(lines.map((line) => Number(of(line))))];
    const [courses, lessons, users] = await Promise.all([
      itemsById(
        ctx,
        ids(({ item_id }) => item_id),
      ),
      lessonTitles(
        ctx,
        ids(({ lesson_id }) => lesson_id),
      ),
      publicUsers(
        ctx,
        ids(({ user_id }) => user_id),
      ),
    ]);
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.user_id}`,
      cells: {
        ...{ id: Number(line.id), user_id: Number(line.user_id) },
        user: users.get(Number(line.user_id)).nickname,
        course: courses.get(Number(line.item_id))?.title ?? '',
        lesson: lessons.get(Number(line.lesson_id)) ?? '',
        ...{ device: line.device, network: maskNetwork(line.ip) },
        ...{ issued_at: Number(line.issued_at), expires_at: Number(line.expires_at) },
        revoked_at: line.revoked_at === null ? null : Number(line.revoked_at),
      },
    }));
  },
};

const act = actsOf('review.decide');

/** What people wrote about courses: staff take it off the page, or put it back. */
export const talkLists: readonly StaffList[] = [
  talkList('question', 'courseQuestions', '课程提问'),
  talkList('answer', 'courseAnswers', '课程回答'),
];

function talkList(what: TalkKind, key: string, title: string): StaffList {
  return {
    key,
    title,
    verb: 'review.see',
    source: talkSource(what),
    columns: [
      { key: 'id', title: '编号', kind: 'number' },
      { key: 'course', title: '课程' },
      { key: 'user', title: '用户' },
      { key: 'text', title: '内容' },
      { key: 'state', title: '状态', kind: 'state' },
      { key: 'created_at', title: '时间', kind: 'time' },
    ],
    filters: [stateFilter({ shown: '显示中', hidden: '已隐藏' }, { hidden: 'over' }), ...BY_DAY],
    orders: BY_TIME,
    search: '编号、用户编号或手机号',
    people: holderOf,
    actions: [
      act('hide', '隐藏', '课程页不再显示，原因记入操作记录。', (tx, id, reason) =>
        hideTalk(tx, { what, id: Number(id), hidden: true, reason }),
      ),
      act('show', '恢复', '课程页重新显示。', (tx, id, reason) => hideTalk(tx, { what, id: Number(id), hidden: false, reason })),
    ],
    async show(ctx, rows) {
      const lines = rows as readonly TalkLine[];
      const [courses, users] = await Promise.all([
        itemsById(
          ctx,
          lines.map(({ item_id }) => Number(item_id)),
        ),
        publicUsers(
          ctx,
          lines.map(({ user_id }) => Number(user_id)),
        ),
      ]);
      return lines.map((line) => ({
        id: String(line.id),
        href: detailPath(KINDS.course, line.item_id),
        cells: {
          id: Number(line.id),
          course: courses.get(Number(line.item_id))?.title ?? '',
          user: users.get(Number(line.user_id)).nickname,
          text: line.text,
          state: line.hidden ? '已隐藏' : '显示中',
          created_at: Number(line.created_at),
        },
      }));
    },
  };
}

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
  serveId(studyCalls.tick, (ctx, { id, ticked }) => tickLesson(ctx, id, ticked)),
  serve(studyCalls.get_quiz, (ctx, { id }) => askedQuiz(ctx, id)),
  serve(studyCalls.post_quiz, (ctx, { id, answers }) => takeQuiz(ctx, id, answers)),
  serve(studyCalls.exercise, (ctx, { id }) => exerciseFor(ctx, id)),
  serve(studyCalls.hand_in, (ctx, input) => handIn(ctx, input)),
  serve(studyCalls.hand_in_file, (ctx, input) => handInFile(ctx, input)),
  serve(studyCalls.learner, (ctx, { id }) => learnerOf(ctx, id)),
  serve(studyCalls.path, (ctx, { id }) => pathLearner(ctx, id)),
];

const own: Endpoint[] = [
  serve(studyCalls.courses, async (ctx) => ({ list: await ownCourses(ctx) })),
  serve(studyCalls.learn, (ctx, input) => ownPlayer(ctx, input)),
  serve(studyCalls.notes, async (ctx, { lesson, before }) => ({
    list: await ownNotes(ctx, lesson === undefined ? (before === 0 ? {} : { before }) : { lesson_id: lesson }),
  })),
  serve(studyCalls.post_note, (ctx, { lesson, at_s, text }) => addNote(ctx, { lesson_id: lesson, at_s, text })),
  serveId(studyCalls.put_note, (ctx, { id, text }) => changeNote(ctx, id, text)),
  serveId(studyCalls.delete_note, (ctx, { id }) => dropNote(ctx, id)),
  serve(studyCalls.certificates, async (ctx) => ({ list: await ownCertificates(ctx) })),
  serve(studyCalls.certificate, async (ctx, { id }) => pdfAnswer(await certificatePdf(ctx, id))),
];

const talk: Endpoint[] = [
  serve(studyCalls.questions, async (ctx, { id, lesson, before }) => ({
    list: await courseQuestions(ctx, id, { before: from(before), lesson_id: lesson ?? null }),
  })),
  serve(studyCalls.question, (ctx, { id, lesson, at_s, text }) =>
    askQuestion(ctx, { item_id: id, lesson_id: lesson ?? null, at_s: at_s ?? null, text }),
  ),
  serve(studyCalls.answer, (ctx, { id, at_s, text }) => answerQuestion(ctx, { question_id: id, at_s: at_s ?? null, text })),
  serveId(studyCalls.take_back, takeBackTalk),
  serveId(studyCalls.hide, hideTalk),
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
  on: (app, ctx) => ({
    'study.changed': [({ item_id }) => purgeTags(app, [pageTags.item(item_id), pageTags.list(KINDS.course)])],
    'study.finished': [({ item_id, user_id }) => certifyPathOf(ctx, item_id, user_id)],
    'series.changed': [({ series_id }) => pathChanged(ctx, { series_id })],
    'item.changed': [({ item_id, what = 'status' }) => (what === 'status' ? pathChanged(ctx, { item_id }) : Promise.resolve())],
  }),
  personal: {
    files: { 课程学习: exportedLearning, 课程测验: quizAnswerRows, 课程作业: handInRows, 课程回答: courseAnswerRows },
    forget: [forgetLearning],
  },
};
