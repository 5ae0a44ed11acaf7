import { KINDS } from '#contract/kinds.ts';
import { TEACHER_TEXTS } from '#contract/teaching.ts';
import { itemsOfKind } from '../../modules/catalog/index.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { endTeacher, type TeacherLine, teacherSourceOver } from '../../modules/study/index.ts';

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
    stateFilter({
      waiting: TEACHER_TEXTS.waiting,
      returned: TEACHER_TEXTS.returned,
      accepted: TEACHER_TEXTS.accepted,
      withdrawn: TEACHER_TEXTS.withdrawn,
    }),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '用户编号或讲师姓名开头',
  found: { title: 'name', beside: ['id', 'position', 'state'] },
  actions: [
    {
      name: 'end',
      title: '取消讲师身份',
      about: '不能再新建和修改课程，已售出的课程学员照常学习；讲师会看到原因，可以再次申请。',
      verb: 'teacher.end',
      needs_reason: true,
      run: (tx, id, reason) => endTeacher(tx, Number(id), reason),
    },
  ],
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly TeacherLine[]).map((line) => ({
        id: String(line.user_id),
        href: `/personalLecturer?uid=${line.user_id}&kind=${KINDS.course.key}`,
        cells: {
          ...{ id: Number(line.user_id), name: line.name, position: line.position, field: line.field },
          state: TEACHER_TEXTS[line.state],
          ...{ courses: line.courses, learners: line.learners, applied_at: Number(line.applied_at) },
        },
      })),
    ),
};
