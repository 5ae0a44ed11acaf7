import { teacherQuestions } from '../../modules/study/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

/** What learners asked and nobody answered. */
export const teachingToday: TodaySource = async (ctx) => {
  const { list, total: num } = await teacherQuestions(ctx, { waiting: true, page: 1, limit: 1 });
  return todayCard('answer', {
    ...{ key: 'question', title: '学员提问待回答', text: list[0]?.text ?? '', num, href: '/personalCenter/myCourse?tab=questions' },
  });
};
