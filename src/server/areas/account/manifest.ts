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
import { securityNotice } from './notice-texts.ts';
import { accountEndpoints } from './routes.ts';
import { closingList, inviteList } from './staff-lists.ts';

/** 2026-11-22 18:30 in Shanghai. */
const minuteText = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

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
        // the same change of the same minute is told once
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
