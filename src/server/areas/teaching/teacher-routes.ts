import { teachingTeacherCalls } from '#contract/teaching/teacher-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { applyToTeach, changeTeacher, ownSample, ownTeacher, teacherQuestions, withdrawApplication } from '../../modules/study/index.ts';

export const teacherEndpoints = [
  serve(teachingTeacherCalls.get_application, (ctx) => ownTeacher(ctx)),
  serve(teachingTeacherCalls.post_application, (ctx, input) => applyToTeach(ctx, input)),
  serve(teachingTeacherCalls.delete_application, (ctx) => withdrawApplication(ctx)),
  serve(teachingTeacherCalls.profile, (ctx, input) => changeTeacher(ctx, input)),
  serve(teachingTeacherCalls.sample, (ctx) => ownSample(ctx)),
  serve(teachingTeacherCalls.questions, (ctx, input) => teacherQuestions(ctx, input)),
];
