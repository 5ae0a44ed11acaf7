/** What the screens of teachers hand to their stores. */
export {
  answerQuestion,
  fetchApplication,
  fetchFigures,
  fetchFiguresCsv,
  fetchOwnCourses,
  fetchQuiz,
  fetchTeacherQuestions,
} from './teaching.api.ts';
