import type { SecurityChange } from '../../modules/identity/index.ts';
import {
  inviteHoldHours,
  inviteJobs,
  inviteMonthMost,
  invitePaidHoldDays,
  invitePaidPoints,
  inviteRegisterPoints,
  inviteRows,
  noteInvited,
  notePaid,
} from '../../modules/invites/index.ts';
import { sendNotices } from '../../modules/notices/index.ts';
import { forgetTraces, once, privacyJobs } from '../../modules/privacy/index.ts';
import { forgetWechat, wechatJobs, wechatOf } from '../../modules/wechat/index.ts';
import type { Manifest } from '../manifest.ts';
import { accountEndpoints } from './routes.ts';
import { closingList, inviteList } from './staff-lists.ts';

/** 2026-11-22 18:30 in Shanghai. */
const minuteText = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const SECURITY = '/personalCenter/mySetting?tab=security';
const DEVICES = '/personalCenter/mySetting?tab=devices';
const NOT_YOU = '如果不是您本人操作，请立即修改密码。';

/** The notice to the owner of an account, by event. `when`: in Shanghai, to the minute. */
function securityNotice(what: SecurityChange, detail: string, when: string): { title: string; content: string; href: string } {
  const device = detail === '' ? '一台新设备' : detail;
  const texts: Record<SecurityChange, [title: string, content: string, href: string]> = {
    new_device: ['您的账号在新设备登录', `${when}，${device}。如果不是您本人，请让它退出登录并修改密码。`, DEVICES],
    password: ['登录密码已修改', `${when}。${NOT_YOU}`, SECURITY],
    mobile: ['手机号已更换', `${when}。${NOT_YOU}`, SECURITY],
    wechat_linked: ['已绑定微信', `${when}，微信“${detail || '微信用户'}”可以登录您的账号。${NOT_YOU}`, SECURITY],
    wechat_unlinked: ['已解绑微信', `${when}。请使用手机号登录。`, SECURITY],
    passkey_added: ['已添加通行密钥', `${when}，“${detail}”可以登录您的账号。${NOT_YOU}`, SECURITY],
    passkey_removed: ['已删除通行密钥', `${when}，“${detail}”不能再用于登录。`, SECURITY],
    closing: ['账号将在 7 天后注销', `${when} 申请。7 天内重新登录即可撤销。`, SECURITY],
    stays: ['账号注销已撤销', `${when} 您重新登录，账号保留。`, SECURITY],
  };
  const [title, content, href] = texts[what];
  return { title, content, href };
}

/** Ways into an account, its devices, closing it, one's own data, and invitations. */
export const accountArea: Manifest = {
  name: 'account',
  endpoints: accountEndpoints,
  jobs: (app) => [...wechatJobs(app), ...privacyJobs(app), ...inviteJobs(app)],
  settings: [inviteRegisterPoints, invitePaidPoints, inviteMonthMost, inviteHoldHours, invitePaidHoldDays],
  welcomes: [noteInvited],
  staff_lists: [inviteList, closingList],
  on: (_app, ctx) => ({
    'user.security': [
      async ({ user_id, what, detail, at }) => {
        // the same change of the same minute is notified once
        const when = minuteText(at);
        await sendNotices(ctx, [user_id], {
          topic: 'account',
          key: `security:${what}:${when}:${detail}`,
          ...securityNotice(what, detail, when),
        });
      },
    ],
    'user.closed': [({ user_id }) => forgetTraces(ctx, user_id)],
    'order.paid': [({ buyer_id, order_id }) => notePaid(ctx, { buyer_id, order_id })],
  }),
  personal: {
    files: {
      微信绑定: once(async (ctx, user_id) => [await wechatOf(ctx, user_id)].filter((one) => one !== null)),
      邀请: inviteRows,
    },
    forget: [forgetWechat],
  },
};
