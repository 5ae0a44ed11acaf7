export { addLesson, changeLesson, removeLesson, writeQuiz } from './edit-lesson.ts';
export { addChapter, orderCourse, removeChapter, renameChapter } from './edit-outline.ts';
export { courseGate, learningFigures, ownCourse, ownCourseCounts, ownQuiz, teacherQuestions } from './own-course.ts';
export { teacherReview } from './teacher-review.ts';
export { type TeacherLine, teacherSourceOver } from './teachers.repo.ts';
export {
  applyToTeach,
  changeTeacher,
  endTeacher,
  forgetTeacher,
  lecturerOf,
  ownSample,
  ownTeacher,
  withdrawApplication,
} from './teachers.ts';
