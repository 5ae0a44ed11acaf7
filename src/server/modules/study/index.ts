export { type BeatInput, beat } from './beat.ts';
export { certificatePdf } from './certificate-pdf.ts';
export { countCourse } from './count-course.ts';
export { courseFaces, courseOutline } from './course-outline.ts';
export { cutTrial } from './cut-trial.ts';
export { type OpenLessonFile, openByTicket, openPublic, revokeLinks, revokeLostLinks } from './film-links.ts';
export { exportedLearning, forgetLearning } from './forget-study.ts';
export { type FreeFilm, freeFilms } from './free-films.ts';
export { hideTalk, type TalkKind } from './hide-talk.ts';
export { studyJobs } from './jobs.ts';
export { lessonTitles, namedLessonFiles } from './lesson-use.ts';
export { addNote, changeNote, dropNote, ownNotes } from './notes.ts';
export { learnerOf, ownCertificates, ownCourses } from './own-learning.ts';
export { courseAnswerRows, quizAnswerRows } from './privacy.repo.ts';
export { proveCertificate } from './prove-certificate.ts';
export { answerQuestion, askQuestion, courseQuestions } from './questions.ts';
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
