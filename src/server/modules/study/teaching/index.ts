export { addLesson, changeLesson, removeLesson, writeQuiz } from './edit-lesson.ts';
export { addChapter, orderCourse, removeChapter, renameChapter } from './edit-outline.ts';
export { courseLearners, learnerMessages, tellLearners } from './learners.ts';
export { courseGate, learningFigures, ownCourse, ownCourseCounts, ownQuiz, teacherQuestions } from './own-course.ts';
export { type TeacherLine, teacherSourceOver } from './teachers.repo.ts';
export {
  applyToTeach,
  changeTeacher,
  endTeacher,
  forgetTeacher,
  lecturerOf,
  ownSample,
  ownTeacher,
  teacherReview,
  withdrawApplication,
} from './teachers.ts';
