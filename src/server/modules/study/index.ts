export { type BeatInput, beat } from './beat.ts';
export { certificatePdf, proveCertificate } from './certificate-pdf.ts';
export { countCourse, courseFaces, courseOutline } from './course-outline.ts';
export { cutTrial } from './cut-trial.ts';
export { type FreeFilm, freeFilms, type OpenLessonFile, openByTicket, openPublic, revokeLinks, revokeLostLinks } from './film-links.ts';
export { studyJobs } from './jobs.ts';
export { lessonTitles, namedLessonFiles } from './lesson-right.ts';
export { addNote, changeNote, dropNote, ownNotes } from './notes.ts';
export { exportedLearning, forgetLearning, learnerOf, ownCertificates, ownCourses } from './own-learning.ts';
export { courseAnswerRows, quizAnswerRows } from './privacy.repo.ts';
export { answerQuestion, askQuestion, courseQuestions, hideTalk, type TalkKind } from './questions.ts';
export { courseReviews, dropReview, saveReview } from './reviews.ts';
export { type LinkLine, linkSource, type TalkLine, talkSource } from './staff.repo.ts';
export { type StartInput, startLesson } from './start-lesson.ts';
export { askedQuiz, takeQuiz } from './take-quiz.ts';
export { appointTeacher, listTeachers, teacherCard } from './teachers.ts';
export {
  addChapter,
  addLesson,
  applyToTeach,
  changeLesson,
  changeTeacher,
  courseGate,
  endTeacher,
  forgetTeacher,
  learningFigures,
  lecturerOf,
  orderCourse,
  ownCourse,
  ownCourseCounts,
  ownQuiz,
  ownSample,
  ownTeacher,
  removeChapter,
  removeLesson,
  renameChapter,
  type TeacherLine,
  teacherQuestions,
  teacherReview,
  teacherSourceOver,
  withdrawApplication,
  writeQuiz,
} from './teaching/index.ts';
export { type NewLesson, writeOutline } from './write-outline.ts';
