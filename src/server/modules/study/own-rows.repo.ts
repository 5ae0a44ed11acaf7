import { ownRows } from '../../db/own-rows.ts';
import { course_answers, quiz_answers } from './tables.ts';

// for the package of somebody's data
export const quizAnswerRows = ownRows(quiz_answers, quiz_answers.user_id, [quiz_answers.id]);
export const courseAnswerRows = ownRows(course_answers, course_answers.user_id, [course_answers.id]);
