import { PROFILE_POINTS } from '#contract/points.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { itemsOf } from '../../modules/catalog/index.ts';
import { exportedAccount, getAccount, identityJobs, ownDevices, ownPasskeys, ownProfile } from '../../modules/identity/index.ts';
import { blocked, once } from '../../modules/privacy/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { identityEndpoints } from './routes.ts';

/** Works of one publisher whose pages are made again when their name changes; older ones follow with their maxAge. */
const WORKS = 500;

/** Users without a supplemented profile, however they came to their account. */
const identityToday: TodaySource = async (ctx) => {
  const { birthday, show_company, show_job } = await ownProfile(ctx);
  const num = birthday === '' || show_company === '' || show_job === '' ? 1 : 0;
  const text = `填写昵称、生日、公司与职位，首次完成送 ${PROFILE_POINTS} 积分`;
  return todayCard('know', { key: 'profile', title: '完善个人信息', text, num, href: '/personalCenter/mySetting?tab=info' });
};

export const identityArea: Manifest = {
  name: 'identity',
  endpoints: identityEndpoints,
  jobs: identityJobs,
  today: identityToday,
  on: (app, ctx) => ({
    'user.changed': [
      async ({ user_id }) => {
        const works = await itemsOf(ctx, { publisher_id: user_id, statuses: ['published'], offset: 0, limit: WORKS });
        await purgeTags(app, [pageTags.user(user_id), pageTags.home, ...works.map(({ id }) => pageTags.item(id))]);
      },
    ],
  }),
  personal: {
    files: {
      账号资料: once(async (ctx) => [await exportedAccount(ctx)]),
      登录设备: once(ownDevices),
      通行密钥: once(ownPasskeys),
    },
    blockers: async (ctx, user_id) =>
      blocked((await getAccount(ctx, user_id))?.roles.length ?? 0, () => '您是工作人员，请先由管理员收回角色', '/about/helpCenter?id=3'),
  },
};
