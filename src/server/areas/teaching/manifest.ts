import { KINDS } from '#contract/kinds.ts';
import { teachingCourseCalls } from '#contract/teaching/course-calls.ts';
import { teachingTeacherCalls } from '#contract/teaching/teacher-calls.ts';
import { TEACHER_TEXTS } from '#contract/teaching.ts';
import { inTransaction, requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { itemsOfKind } from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import { noteConsents, once } from '../../modules/privacy/index.ts';
import {
  addChapter,
  addLesson,
  applyToTeach,
  changeLesson,
  changeTeacher,
  courseGate,
  courseLearners,
  endTeacher,
  forgetTeacher,
  judgeHandIn,
  learnerMessages,
  orderCourse,
  ownCourse,
  ownQuiz,
  ownSample,
  ownTeacher,
  removeChapter,
  removeLesson,
  renameChapter,
  type TeacherLine,
  teacherHandIns,
  teacherQuestions,
  teacherReview,
  teacherSourceOver,
  tellLearners,
  withdrawApplication,
  writeQuiz,
} from '../../modules/study/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import { courseFigures, courseFiguresCsv, ownCourseList } from '../../views/course-figures.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

/** Teachers of the console, with what they teach. */
export const teacherList: StaffList = {
  key: 'teachers',
  title: '讲师',
  verb: 'teacher.see',
  source: teacherSourceOver(itemsOfKind(KINDS.course.code)),
  columns: [
    { key: 'id', title: '用户', kind: 'number' },
    { key: 'name', title: '讲师' },
    { key: 'position', title: '职位' },
    { key: 'field', title: '领域' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'courses', title: '已发布课程', kind: 'number' },
    { key: 'learners', title: '学员', kind: 'number' },
    { key: 'applied_at', title: '申请时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      {
        waiting: TEACHER_TEXTS.waiting,
        returned: TEACHER_TEXTS.returned,
        accepted: TEACHER_TEXTS.accepted,
        withdrawn: TEACHER_TEXTS.withdrawn,
      },
      { waiting: 'waiting', returned: 'failed', withdrawn: 'over' },
    ),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '用户编号、手机号或讲师姓名',
  people: holderOf,
  found: { title: 'name', beside: ['id', 'position', 'state'] },
  actions: [
    actsOf('teacher.end')(
      'end',
      '取消讲师身份',
      '不能再新建和修改课程，已售出的课程学员照常学习；讲师会看到原因，可以再次申请。',
      (tx, id, reason) => endTeacher(tx, Number(id), reason),
    ),
  ],
  show: showRows<TeacherLine>((line) => ({
    id: String(line.user_id),
    href: `/personalLecturer?uid=${line.user_id}&kind=${KINDS.course.key}`,
    cells: {
      ...{ id: Number(line.user_id), name: line.name, position: line.position, field: line.field },
      state: TEACHER_TEXTS[line.state],
      ...{ courses: line.courses, learners: line.learners, applied_at: Number(line.applied_at) },
    },
  })),
};

export const courseEndpoints = [
  serve(teachingCourseCalls.courses, (ctx, { page }) => ownCourseList(ctx, page)),
  serve(teachingCourseCalls.course, (ctx, { id }) => ownCourse(ctx, id)),
  serve(teachingCourseCalls.post_chapter, (ctx, input) => addChapter(ctx, input)),
  serve(teachingCourseCalls.put_chapter, (ctx, input) => renameChapter(ctx, input)),
  serve(teachingCourseCalls.delete_chapter, (ctx, { chapter }) => removeChapter(ctx, chapter)),
  serve(teachingCourseCalls.post_lesson, (ctx, input) => addLesson(ctx, input)),
  serve(teachingCourseCalls.put_lesson, (ctx, { lesson, ...change }) => changeLesson(ctx, lesson, change)),
  serve(teachingCourseCalls.delete_lesson, (ctx, { lesson }) => removeLesson(ctx, lesson)),
  serve(teachingCourseCalls.order, (ctx, input) => orderCourse(ctx, input)),
  serve(teachingCourseCalls.get_quiz, (ctx, { lesson }) => ownQuiz(ctx, lesson)),
  serve(teachingCourseCalls.put_quiz, (ctx, { lesson, quiz }) => writeQuiz(ctx, lesson, quiz)),
  serve(teachingCourseCalls.hand_ins, (ctx, input) => teacherHandIns(ctx, input)),
  serve(teachingCourseCalls.judge, (ctx, input) => judgeHandIn(ctx, input)),
  serve(teachingCourseCalls.learners, (ctx, input) => courseLearners(ctx, input)),
  serve(teachingCourseCalls.get_message, (ctx, { id }) => learnerMessages(ctx, id)),
  serve(teachingCourseCalls.post_message, (ctx, input) => tellLearners(ctx, input)),
  serve(teachingCourseCalls.figures, (ctx, { id }) => courseFigures(ctx, id)),
  serve(teachingCourseCalls.figures_csv, async (ctx, { id }) => {
    const { name, text } = await courseFiguresCsv(ctx, id);
    return csvAnswer(name, text);
  }),
];

export const teacherEndpoints = [
  serve(teachingTeacherCalls.get_application, (ctx) => ownTeacher(ctx)),
  serve(teachingTeacherCalls.post_application, (ctx, input) =>
    inTransaction(ctx, async (tx) => {
      const applied = await applyToTeach(tx, input);
      await noteConsents(tx, requireUser(tx), ['beTeacher'], { way: 'form' });
      return applied;
    }),
  ),
  serve(teachingTeacherCalls.delete_application, (ctx) => withdrawApplication(ctx)),
  serve(teachingTeacherCalls.profile, (ctx, input) => changeTeacher(ctx, input)),
  serve(teachingTeacherCalls.sample, (ctx) => ownSample(ctx)),
  serve(teachingTeacherCalls.questions, (ctx, input) => teacherQuestions(ctx, input)),
];

/** Unanswered questions of learners, and what they handed in. */
const teachingToday: TodaySource = async (ctx) => {
  const { list, total: num } = await teacherQuestions(ctx, { waiting: true, page: 1, limit: 1 });
  const handed = await teacherHandIns(ctx, { state: 'waiting', course: 0, page: 1, limit: 1 });
  const [first] = handed.list;
  const text_of = first ? `${first.lesson}：${first.nickname}` : '';
  const waiting = {
    key: 'hand_in',
    title: '学员作业待评改',
    text: text_of,
    num: handed.total,
    href: '/personalCenter/myCourse?tab=hand_ins',
  };
  return [
    ...todayCard('answer', waiting),
    ...todayCard('answer', {
      ...{ key: 'question', title: '学员提问待回答', text: list[0]?.text ?? '', num, href: '/personalCenter/myCourse?tab=questions' },
    }),
  ];
};

/** Who teaches, and the courses that teachers make. */
export const teachingArea: Manifest = {
  name: 'teaching',
  endpoints: [...teacherEndpoints, ...courseEndpoints],
  publish_gates: [courseGate],
  reviewables: [teacherReview],
  staff_lists: [teacherList],
  today: teachingToday,
  personal: {
    files: { 讲师申请: once(async (ctx) => [await ownTeacher(ctx)].filter(({ state }) => state !== 'none')) },
    forget: [forgetTeacher],
  },
};
