import { once } from '../../modules/privacy/index.ts';
import { courseGate, forgetTeacher, ownTeacher, teacherReview } from '../../modules/study/index.ts';
import type { Manifest } from '../manifest.ts';
import { courseEndpoints } from './course-routes.ts';
import { teacherList } from './staff-list.ts';
import { teacherEndpoints } from './teacher-routes.ts';
import { teachingToday } from './today.ts';

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
