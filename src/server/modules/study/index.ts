export { certificatePdf, proveCertificate } from './certificate-pdf.ts';
export { countCourse, courseFaces, courseOutline, type NewLesson, writeOutline } from './course-outline.ts';
export { handInRows } from './exercises.repo.ts';
export { exerciseFor, handIn, handInFile, judgeHandIn, teacherHandIns } from './exercises.ts';
export { type FreeFilm, freeFilms, type OpenLessonFile, openByTicket, openPublic, revokeLinks, revokeLostLinks } from './film-links.ts';
export { studyJobs } from './jobs.ts';
export { certifyPath, certifyPathOf, pathChanged, pathLearner } from './learning-paths.ts';
export { lessonTitles, namedLessonFiles } from './lesson-right.ts';
export {
  addNote,
  changeNote,
  dropNote,
  exportedLearning,
  forgetLearning,
  hasLearned,
  learnerOf,
  ownCertificates,
  ownCourses,
  ownNotes,
  tickLesson,
} from './own-learning.ts';
export { answerQuestion, askQuestion, courseQuestions, hideTalk, type TalkKind, takeBackTalk } from './questions.ts';
export { courseAnswerRows, type LinkLine, linkSource, quizAnswerRows, type TalkLine, talkSource } from './staff.repo.ts';
export { type BeatInput, beat, cutTrial, type StartInput, startLesson } from './start-lesson.ts';
export { askedQuiz, takeQuiz } from './take-quiz.ts';
export { appointTeacher, listTeachers, teacherCard } from './teachers.ts';
export {
  addChapter,
  addLesson,
  applyToTeach,
  changeLesson,
  changeTeacher,
  courseGate,
  courseLearners,
  endTeacher,
  forgetTeacher,
  learnerMessages,
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
  tellLearners,
  withdrawApplication,
  writeQuiz,
} from './teaching/index.ts';
