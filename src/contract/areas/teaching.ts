import { KINDS } from '../kinds.ts';
import { MY_COURSE_PAGE } from '../teaching.ts';
import type { AreaPages } from './area.ts';

/** Who teaches, and the courses that teachers make. */
export const teaching: AreaPages = {
  name: 'teaching',
  sections: [
    {
      ...{ key: 'teaching', title: '讲师', route: MY_COURSE_PAGE, order: 96, hidden: true },
      publish: { title: '发布课程', route: KINDS.course.paths.add },
    },
  ],
  center: [
    {
      ...{ key: 'myCourse', group: 'sells', title: '我教的课程', route: MY_COURSE_PAGE, order: 15 },
      about: '编辑章节与课时，查看学员、观看数据与收益，回答提问。',
    },
  ],
  screens: [{ key: 'teachers', title: '讲师', route: '/admin/teachers', verb: 'teacher.see', group: '内容', order: 53 }],
};
