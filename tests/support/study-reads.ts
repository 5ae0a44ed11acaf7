import { KINDS } from '#contract/kinds.ts';
import { STUDY_CALLS } from '#contract/study.ts';
import { createCtx } from '#server/app/ctx.ts';
import { saveSeries } from '#server/modules/catalog/index.ts';
import { saveOpinion } from '#server/modules/opinions/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { addNote, askQuestion, beat, handIn, startLesson } from '#server/modules/study/index.ts';
import { certificates } from '#server/modules/study/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { filmLesson, makeCourse, QUIZ } from './study.ts';

const EXERCISE = { title: '作业', type: 'exercise' as const, task: '写一份预算' };

/** What the calls of courses need to be answered to `boss`, who learns a course of `teacher`. */
export async function studyReads(t: TestApp, boss: Person, teacher: Person): Promise<Record<string, Record<string, number>>> {
  const ctx = createCtx(t.app, boss.actor, 'test');
  const lessons = [filmLesson('第一课', 60), { title: '测验', type: 'quiz' as const, quiz: QUIZ }, EXERCISE];
  const course = await makeCourse(t, teacher, { price_fen: 0, lessons });
  const [film, quiz, exercise] = course.lessons as [number, number, number];
  const data = Buffer.from('%PDF-1.4\n%%EOF\n');
  const file_id = await storeOriginal(ctx, { purpose: 'attachment', name: '预算.pdf', data });
  const handed = await handIn(ctx, { id: exercise, text: '见附件', file_ids: [file_id] });
  await startLesson(ctx, { lesson_id: film, device: 'device-one', device_name: '', take_over: false });
  t.clock.advance_ms(5_000);
  await beat(ctx, { lesson_id: film, sections: [[0, 5]], position_s: 5, rate: 1, device: 'device-one' });
  await addNote(ctx, { lesson_id: film, at_s: 2, text: '记一下' });
  await saveOpinion(ctx, { item_id: course.id, stars: 5, text: '讲得细' });
  await askQuestion(ctx, { item_id: course.id, lesson_id: film, text: '有课件吗？可以下载吗' });
  const row = { user_id: boss.id, item_id: course.id, no: 'CM0002', name: '林晓', title: '第一课', teacher: '周老师', lesson_num: 1 };
  const [certificate] = await t.app.db.insert(certificates).values(row).returning({ id: certificates.id });
  const second = await makeCourse(t, teacher, { title: '第二门', price_fen: 0 });
  const path = { title: '学习路径', introduction: '', item_ids: [course.id, second.id] };
  const series = await saveSeries(createCtx(t.app, teacher.actor, 'test'), path);
  const { detail, related } = KINDS.course.calls;
  return {
    [detail.path]: { id: course.id },
    [related.path]: { id: course.id },
    [STUDY_CALLS.learner]: { id: course.id },
    '/study/exercise': { id: exercise },
    '/study/hand-in/file': { id: handed.id, file_id },
    '/study/path/learner': { id: series.id },
    [STUDY_CALLS.learn]: { id: course.id },
    '/opinion/list': { id: course.id },
    '/opinion/own': { id: course.id },
    [STUDY_CALLS.questions]: { id: course.id },
    [STUDY_CALLS.quiz]: { id: quiz },
    [STUDY_CALLS.certificate]: { id: certificate?.id ?? 0 },
  };
}
