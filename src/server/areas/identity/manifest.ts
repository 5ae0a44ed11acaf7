import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { itemsOf } from '../../modules/catalog/index.ts';
import { exportedAccount, getAccount, identityJobs, ownDevices, ownPasskeys } from '../../modules/identity/index.ts';
import { blocked, once } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { identityEndpoints } from './routes.ts';
import { identityToday } from './today.ts';

/** Works of one publisher whose pages are made again when their name changes; older ones follow with their maxAge. */
const WORKS = 500;

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
