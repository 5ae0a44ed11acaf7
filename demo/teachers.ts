import { KINDS } from '#contract/kinds.ts';
import type { TeacherForm } from '#contract/outputs/teaching.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { actingAs, type Ctx } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { saveDraft } from '#server/modules/publishing/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { addChapter, addLesson, applyToTeach, ownTeacher, writeQuiz } from '#server/modules/study/index.ts';
import { asUser, atTime } from './at-time.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'teachers';
/** Places among the publishers: who waits for the desk, who was returned, and who was accepted and prepares a course. */
const [WAITS, RETURNED, TEACHES] = [3, 5, 9];
const RETURN_REASON = '样课打不开，请重新上传';

const APPLICATIONS: ReadonlyArray<{ publisher: number; days_ago: number; end: '' | 'approve' | 'reject'; form: TeacherForm }> = [
  {
    ...{ publisher: WAITS, days_ago: 1, end: '' },
    form: {
      ...{
        name: '周野',
        position: '团建策划主理人',
        field: '执行与项目管理',
        sample_link: 'https://example.com/tuanjian',
        sample_file_id: null,
      },
      introduction: '带过两百多场企业团建，从二十人到一千二百人。想讲怎么按团队阶段选形式，怎么把安全预案写到现场能用。',
      agreed: true,
    },
  },
  {
    ...{ publisher: RETURNED, days_ago: 6, end: 'reject' },
    form: {
      ...{ name: '何知遥', position: '市集策展人', field: '会议会展', sample_link: 'https://example.com/shiji', sample_file_id: null },
      introduction: '做过十一座城市的周末市集，招商、动线、摊位合同和雨天预案都踩过坑，想把清单讲给第一次办市集的人。',
      agreed: true,
    },
  },
  {
    ...{ publisher: TEACHES, days_ago: 20, end: 'approve' },
    form: {
      ...{
        name: '方小鱼',
        position: '小型活动策划人',
        field: '活动策划',
        sample_link: 'https://example.com/xiaofangan',
        sample_file_id: null,
      },
      introduction: '专做五十人以下的小活动：部门年会、客户答谢、社群聚会。一个人也能落地，关键是流程表和预算表。',
      agreed: true,
    },
  },
];

/** Applications to teach in three states, and a course that its teacher still prepares. Again after a crash goes on. */
export async function seekTeachers(ctx: Ctx): Promise<void> {
  const { people, made, seed } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now().getTime();
  for (const { publisher, days_ago, end, form } of APPLICATIONS) {
    const user_id = people.publisher_ids[publisher] as number;
    const then = atTime(ctx, new Date(now - days_ago * DAY_MS));
    const applicant = asUser(then, user_id);
    if ((await ownTeacher(applicant)).state === 'none') await applyToTeach(applicant, form);
    const staff = actingAs(then, { kind: 'user', user_id: people.buyer_id, token_id: 0, roles: ['reviewer'], address: '10.0.0.9' });
    const { list } = await listReviews(staff, { type: 'teacher', status: 'open', page: 1, limit: 50 });
    const row = list.find(({ target_id }) => target_id === user_id);
    const reason = end === 'reject' ? RETURN_REASON : '';
    if (row && end !== '') await decideReview(staff, { id: row.id, version: row.version, action: end, reason });
  }
  await prepareCourse(asUser(ctx, people.publisher_ids[TEACHES] as number), `demo-${seed}-course-draft`);
  await noteMade(ctx, MADE);
}

async function prepareCourse(teacher: Ctx, draft_key: string): Promise<void> {
  const { categories } = await kindTerms(teacher, KINDS.course);
  const { id } = await saveDraft(teacher, {
    ...{ kind: KINDS.course, draft_key },
    form: {
      ...EMPTY_FORM,
      ...{ title: '一个人办好五十人活动', introduction: '小活动也要有流程表。从接到需求到散场复盘，用一套表格做完。' },
      ...{ category_id: categories[0]?.id ?? null, cover_page: null, price: '39' },
      fields: { for_whom: '行政、人事和刚入行的策划', learns: '一页纸的流程表\n不超支的预算表\n现场分工和应急', prepare: '会用电子表格' },
    },
  });
  const { chapters } = await addChapter(teacher, { id, title: '接到需求的第一天' });
  const course = await addChapter(teacher, { id, title: '现场与复盘' });
  const [first, second] = course.chapters.map((chapter) => chapter.id) as [number, number];
  if (chapters.length > 1 || course.chapters.some(({ lessons }) => lessons.length > 0)) return;
  await addLesson(teacher, { chapter: first, type: 'video', title: '问清楚七件事', file_id: null });
  const made = await addLesson(teacher, { chapter: first, type: 'quiz', title: '小测：需求单里少了什么', file_id: null });
  await addLesson(teacher, { chapter: second, type: 'file', title: '流程表与预算表模板', file_id: null });
  const quiz = made.chapters[0]?.lessons.find(({ type }) => type === 'quiz')?.id ?? 0;
  await writeQuiz(teacher, quiz, {
    pass_percent: 60,
    questions: [
      {
        ...{ id: 'q1', kind: 'many', text: '接到需求当天，必须问清楚的有哪些？' },
        ...{
          options: ['预算上限', '到场人数', '主持人的服装', '由谁拍板'],
          right: [0, 1, 3],
          explanation: '服装可以晚些再定，另外三项决定方案方向。',
        },
      },
      {
        ...{ id: 'q2', kind: 'judge', text: '五十人以下的活动不需要应急预案。' },
        ...{ options: ['对', '错'], right: [1], explanation: '人少也会停电、下雨、嘉宾迟到。' },
      },
    ],
  });
}
