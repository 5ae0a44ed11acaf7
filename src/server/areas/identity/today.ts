import { PROFILE_POINTS } from '#contract/points.ts';
import { ownProfile } from '../../modules/identity/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

/** Whoever has not supplemented their profile, however they came to their account. */
export const identityToday: TodaySource = async (ctx) => {
  const { birthday, show_company, show_job } = await ownProfile(ctx);
  const num = birthday === '' || show_company === '' || show_job === '' ? 1 : 0;
  const text = `补充生日、性别、公司与职位，首次完成送 ${PROFILE_POINTS} 积分`;
  return todayCard('know', { key: 'profile', title: '完善个人信息', text, num, href: '/personalCenter/mySetting?tab=info' });
};
