import { teachingCourseCalls } from '#contract/teaching/course-calls.ts';
import { teachingTeacherCalls } from '#contract/teaching/teacher-calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { serve } from '../../http/endpoint.ts';
import {
  addChapter,
  addLesson,
  applyToTeach,
  changeLesson,
  changeTeacher,
  orderCourse,
  ownCourse,
  ownQuiz,
  ownSample,
  ownTeacher,
  removeChapter,
  removeLesson,
  renameChapter,
  teacherQuestions,
  withdrawApplication,
  writeQuiz,
} from '../../modules/study/index.ts';
import { courseFigures, courseFiguresCsv, ownCourseList } from '../../views/course-figures.ts';

export const courseEndpoints = [
  serve(teachingCourseCalls.courses, (ctx, { page }) => ownCourseList(ctx, page)),
  serve(teachingCourseCalls.course, (ctx, { id }) => ownCourse(ctx, id)),
  serve(teachingCourseCalls.post_chapter, (ctx, input) => addChapter(ctx, input)),
  serve(teachingCourseCalls.put_chapter, (ctx, input) => renameChapter(ctx, input)),
  serve(teachingCourseCalls.delete_chapter, (ctx, { chapter }) => removeChapter(ctx, chapter)),
  serve(teachingCourseCalls.post_lesson, (ctx, input) => addLesson(ctx, input)),
  serve(teachingCourseCalls.put_lesson, (ctx, { lesson, ...change }) => changeLesson(ctx, lesson, change)),
  serve(teachingCourseCalls.delete_lesson, (ctx, { lesson }) => removeLesson(ctx, lesson)),
  serve(teachingCourseCalls.order, (ctx, input) => orderCourse(ctx, input)),
  serve(teachingCourseCalls.get_quiz, (ctx, { lesson }) => ownQuiz(ctx, lesson)),
  serve(teachingCourseCalls.put_quiz, (ctx, { lesson, quiz }) => writeQuiz(ctx, lesson, quiz)),
  serve(teachingCourseCalls.figures, (ctx, { id }) => courseFigures(ctx, id)),
  serve(teachingCourseCalls.figures_csv, async (ctx, { id }) => {
    const { name, text } = await courseFiguresCsv(ctx, id);
    return csvAnswer(name, text);
  }),
];

export const teacherEndpoints = [
  serve(teachingTeacherCalls.get_application, (ctx) => ownTeacher(ctx)),
  serve(teachingTeacherCalls.post_application, (ctx, input) => applyToTeach(ctx, input)),
  serve(teachingTeacherCalls.delete_application, (ctx) => withdrawApplication(ctx)),
  serve(teachingTeacherCalls.profile, (ctx, input) => changeTeacher(ctx, input)),
  serve(teachingTeacherCalls.sample, (ctx) => ownSample(ctx)),
  serve(teachingTeacherCalls.questions, (ctx, input) => teacherQuestions(ctx, input)),
];
