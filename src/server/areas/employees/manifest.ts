import { exportedEmployments, forgetEmployments, isEmployed, ownInvitations } from '../../modules/employees/index.ts';
import { once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { employeeEndpoints } from './routes.ts';

/** Enterprises that want the reader to act for them. */
const employeesToday: TodaySource = async (ctx) => {
  const invited = await ownInvitations(ctx);
  const text = invited[0] ? `${invited[0].name}邀请您成为员工` : '';
  return todayCard('answer', { key: 'employer', title: '企业邀请', text, num: invited.length, href: '/personalCenter/myStaff' });
};

/** People who act for an enterprise. */
export const employeesArea: Manifest = {
  name: 'employees',
  endpoints: employeeEndpoints,
  today: employeesToday,
  account_links: [isEmployed],
  personal: { files: { 任职的企业: once(exportedEmployments) }, forget: [forgetEmployments] },
};
