import { once } from '../../modules/privacy/index.ts';
import { courseGate, forgetTeacher, ownTeacher, teacherQuestions, teacherReview } from '../../modules/study/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { courseEndpoints, teacherEndpoints } from './routes.ts';
import { teacherList } from './staff-list.ts';

/** Unanswered questions of learners. */
const teachingToday: TodaySource = async (ctx) => {
  const { list, total: num } = await teacherQuestions(ctx, { waiting: true, page: 1, limit: 1 });
  return todayCard('answer', {
    ...{ key: 'question', title: '学员提问待回答', text: list[0]?.text ?? '', num, href: '/personalCenter/myCourse?tab=questions' },
  });
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
