import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add } = KINDS.job.paths;

/** Jobs, resumes, and who acts for an enterprise. */
export const recruit: AreaPages = {
  name: 'recruit',
  // the specification's main menu does not name jobs: they stand beside the demands
  sections: [{ key: 'recruit', title: '招聘', route: list, order: 115, more: true, publish: { title: '发布招聘', route: add } }],
  center: [
    {
      ...{ key: 'myStaff', group: 'sells', title: '我的员工', route: '/personalCenter/myStaff', order: 45 },
      about: '邀请员工以企业名义发布、招聘与查看订单，随时收回。',
    },
    {
      ...{ key: 'myRecruit', group: 'work', title: '我的招聘', route: '/personalCenter/myRecruit', order: 90 },
      about: '发布的职位与应聘者，等待处理的在前。',
    },
    {
      ...{ key: 'myResume', group: 'work', title: '我的简历', route: '/personalCenter/myResume', order: 92 },
      about: '简历、投递进度，以及谁看过您的简历。',
    },
  ],
  screens: [{ key: 'recruit', title: '招聘', route: '/admin/recruit', verb: 'job.see', group: '内容', order: 52 }],
};
