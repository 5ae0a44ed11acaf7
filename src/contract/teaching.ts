import type { TeacherForm } from './outputs/teaching.ts';

/** Teachers and the courses that they make: applications, the editor's DTOs and the figures. Times are unix seconds. */

import { findContactDetails } from './contact-details.ts';
import type { LessonState, LessonType, TeacherState } from './study.ts';

export type {
  CourseFigures,
  CourseLearners,
  LessonQuiz,
  OwnCourse,
  OwnCourseRow,
  OwnLesson,
  OwnTeacher,
  TeacherQuestions,
} from './outputs/teaching.ts';

export const TEACH_CALLS = {
  course: '/study/teach/course',
  quiz: '/study/teach/quiz',
  figures: '/study/teach/figures',
  figures_csv: '/study/teach/figures/csv',
} as const;

/** Where a teacher edits courses, and where the application stands. */
export const MY_COURSE_PAGE = '/personalCenter/myCourse';
export const BE_TEACHER_PAGE = '/about/beTeacher';

export const TEACHER_TEXTS: Record<TeacherState | 'none', string> = {
  none: '未申请',
  waiting: '审核中',
  returned: '已退回',
  accepted: '已是讲师',
  withdrawn: '已取消讲师身份',
};

/** What people choose from as their field. */
export const TEACH_FIELDS = [
  '活动策划',
  '舞台与视觉',
  '执行与项目管理',
  '会议会展',
  '品牌与传播',
  '婚礼与庆典',
  '主持与演艺',
  '供应链与采购',
  '其他',
] as const;

/** What of it an accepted teacher changes without asking again. */
export type TeacherProfile = Pick<TeacherForm, 'position' | 'introduction'>;

export const EMPTY_TEACHER: TeacherForm = {
  ...{ name: '', position: '', field: '', introduction: '', sample_link: '', sample_file_id: null, agreed: false },
};

export const TEACHER_MAX = { name: 20, position: 30, introduction: 1_000, sample_link: 300 } as const;
export const INTRODUCTION_MIN = 30;

export type TeacherErrors = Partial<Record<keyof TeacherForm, string>>;

const CONTACT = '请不要写联系方式：学员在课程里提问，您在这里回答';
const lengthOf = (text: string) => [...text.trim()].length;

/** What must be right before an application is sent in, one message a field. */
export function checkTeacher(form: TeacherForm): TeacherErrors {
  const errors: TeacherErrors = checkTeacherProfile(form);
  if (lengthOf(form.name) < 2) errors.name = '请输入讲师姓名';
  else if (lengthOf(form.name) > TEACHER_MAX.name) errors.name = `姓名最多 ${TEACHER_MAX.name} 个字`;
  if (!(TEACH_FIELDS as readonly string[]).includes(form.field)) errors.field = '请选择领域';
  if (form.sample_link.trim() === '' && form.sample_file_id === null) errors.sample_link = '请填写样课链接，或上传一份样课';
  else if (form.sample_link.trim() !== '' && !isWebAddress(form.sample_link)) errors.sample_link = '请输入以 https:// 开头的链接';
  if (!form.agreed) errors.agreed = '请阅读并同意讲师协议';
  return errors;
}

/** The same for what an accepted teacher changes. */
export function checkTeacherProfile({ position, introduction }: TeacherProfile): TeacherErrors {
  const errors: TeacherErrors = {};
  if (lengthOf(position) < 2) errors.position = '请输入职位或头衔';
  else if (lengthOf(position) > TEACHER_MAX.position) errors.position = `职位最多 ${TEACHER_MAX.position} 个字`;
  if (lengthOf(introduction) < INTRODUCTION_MIN) errors.introduction = `介绍至少 ${INTRODUCTION_MIN} 个字：做过什么、能教什么`;
  else if (lengthOf(introduction) > TEACHER_MAX.introduction) errors.introduction = `介绍最多 ${TEACHER_MAX.introduction} 个字`;
  else if (findContactDetails(introduction).length > 0) errors.introduction = CONTACT;
  return errors;
}

function isWebAddress(text: string): boolean {
  const plain = text.trim();
  return plain.length <= TEACHER_MAX.sample_link && URL.canParse(plain) && /^https?:$/.test(new URL(plain).protocol);
}

/** What a lesson's file is sent as, and what the picker takes. */
export const LESSON_FILES: Record<
  Exclude<LessonType, 'quiz' | 'exercise'>,
  { purpose: 'video' | 'attachment'; accept: readonly string[]; hint: string }
> = {
  video: { purpose: 'video', accept: ['mp4', 'mov', 'mkv', 'webm'], hint: 'H.264 编码的 MP4、MOV、MKV，或 WebM，每个最大 2 GB' },
  pdf: { purpose: 'attachment', accept: ['pdf'], hint: 'PDF，最大 50 MB' },
  file: {
    purpose: 'attachment',
    accept: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'zip'],
    hint: 'Office 文档、PDF 或 ZIP，最大 50 MB',
  },
};

export const LESSON_STATE_TEXT: Record<LessonState, string> = {
  draft: '等待内容',
  processing: '处理中',
  ready: '已就绪',
  refused: '无法使用',
};

/** How far somebody is in a course. */
export const LEARNER_TEXT = { new: '未开始', begun: '学习中', done: '已学完' } as const;
export type LearnerState = keyof typeof LEARNER_TEXT;
export const LEARNER_STATES = Object.keys(LEARNER_TEXT) as LearnerState[];

/** Whom a teacher writes to, and how often in seven days. */
export const LEARNERS_TOLD = [
  { key: 'all', title: '学员', states: LEARNER_STATES },
  { key: 'unfinished', title: '没学完的学员', states: ['new', 'begun'] },
] as const;
export const MESSAGES_A_WEEK = 2;

export const CHAPTERS_MAX = 50;
export const LESSONS_MAX = 300;
export const CHAPTER_TITLE_MAX = 60;
export const LESSON_TITLE_MAX = 80;
export const VTT_MAX = 200_000;
