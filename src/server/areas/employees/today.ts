import { ownInvitations } from '../../modules/employees/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

/** Enterprises that want the reader to act for them. */
export const employeesToday: TodaySource = async (ctx) => {
  const invited = await ownInvitations(ctx);
  const text = invited[0] ? `${invited[0].name}邀请您成为员工` : '';
  return todayCard('answer', { key: 'employer', title: '企业邀请', text, num: invited.length, href: '/personalCenter/myStaff' });
};
