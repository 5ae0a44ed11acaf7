import { INVITE_STATE_TEXTS, type InviteState } from '#contract/account.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { type ClosingLine, closingSource, publicUsers, type SecurityChange } from '../../modules/identity/index.ts';
import {
  FLAG_TEXTS,
  type InviteFlag,
  type InviteLine,
  inviteHoldHours,
  inviteJobs,
  inviteMonthMost,
  invitePaidHoldDays,
  invitePaidPoints,
  inviteRegisterPoints,
  inviteRows,
  inviteSource,
  judgeInvite,
  noteInvited,
  notePaid,
} from '../../modules/invites/index.ts';
import { sendNotices } from '../../modules/notices/index.ts';
import { ageGate, consentRows, forgetTraces, notePaidTexts, noteRegistered, once, privacyJobs } from '../../modules/privacy/index.ts';
import type { Rests } from '../../modules/wallet/index.ts';
import { forgetWechat, wechatJobs, wechatOf } from '../../modules/wechat/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';
import { accountEndpoints } from './routes.ts';

/** Invitations of the console: those with flags wait for staff. */
export const inviteList: StaffList = {
  key: 'invites',
  title: '邀请',
  verb: 'invite.judge',
  source: inviteSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'invitor', title: '邀请人' },
    { key: 'user', title: '被邀请人' },
    { key: 'register', title: '注册奖励', kind: 'state' },
    { key: 'paid', title: '首单奖励', kind: 'state' },
    { key: 'flags', title: '需要核实' },
    { key: 'created_at', title: '注册时间', kind: 'time' },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: [
        { value: 'held', title: '待核实' },
        { value: 'waiting', title: '注册奖励待发放' },
        { value: 'granted', title: '注册奖励已发放' },
      ],
    },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '邀请人编号、双方手机号',
  people: holderOf,
  waits: [{ title: '待核实的邀请', query: 'state=held' }],
  actions: [
    {
      ...{
        name: 'clear',
        title: '核实通过',
        about: '奖励按时发放，不再因设备或网络相同而暂停。',
        verb: 'invite.judge',
        needs_reason: true,
      },
      run: (tx, id, reason) => judgeInvite(tx, Number(id), true, reason),
    },
    {
      ...{ name: 'refuse', title: '不予奖励', about: '尚未发放的奖励不再发放；已发放的不收回。', verb: 'invite.judge', needs_reason: true },
      run: (tx, id, reason) => judgeInvite(tx, Number(id), false, reason),
    },
  ],
  async show(ctx, rows) {
    const lines = rows as readonly InviteLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ invitor_id, user_id }) => [invitor_id, user_id]),
    );
    const nameOf = (id: number) => `${people.get(id).nickname}（${id}）`;
    return lines.map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.invitor_id}`,
      cells: {
        id: line.id,
        invitor: nameOf(line.invitor_id),
        user: nameOf(line.user_id),
        register: INVITE_STATE_TEXTS[line.register_state as InviteState],
        paid: INVITE_STATE_TEXTS[line.paid_state as InviteState],
        flags: line.cleared ? '已核实' : line.flags.map((flag) => FLAG_TEXTS[flag as InviteFlag]).join('；'),
        created_at: line.created_at,
      },
    }));
  },
};

/** 余额 ¥12、3 个猫币: what its owner agreed to lose; more than that keeps the account open. */
function givenUp(note: string | null): string {
  if (!note) return '';
  const { balance_fen, coin } = JSON.parse(note) as Rests;
  return [...(balance_fen > 0 ? [`余额 ¥${fenToYuan(balance_fen)}`] : []), ...(coin > 0 ? [`${coin} 个猫币`] : [])].join('、');
}

/** Accounts that are being closed, and those that were. One whose days are over waits for more than its owner gave up. Signing in is what keeps one, so staff only look. */
export const closingList: StaffList = {
  key: 'closings',
  title: '注销申请',
  verb: 'user.see',
  source: closingSource,
  columns: [
    { key: 'id', title: '用户编号', kind: 'number' },
    { key: 'nickname', title: '昵称' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'closing_at', title: '注销时间', kind: 'time' },
    { key: 'closed_at', title: '完成时间', kind: 'time' },
    { key: 'given_up', title: '同意放弃' },
  ],
  filters: [
    stateFilter({ waiting: '未注销', late: '到期未完成', closed: '已注销' }, { waiting: 'waiting', late: 'failed', closed: 'over' }),
  ],
  orders: BY_TIME,
  search: '用户编号或手机号',
  people: holderOf,
  actions: [],
  async show(ctx, rows) {
    const now = unixSeconds(ctx.app.clock.now());
    return (rows as readonly ClosingLine[]).map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.id}`,
      cells: {
        id: line.id,
        nickname: line.nickname,
        state: line.closed ? '已注销' : line.closing_at <= now ? '到期未完成' : '未注销',
        closing_at: line.closing_at,
        closed_at: line.closed_at ?? 0,
        given_up: givenUp(line.note),
      },
    }));
  },
};

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
  settings: [ageGate, inviteRegisterPoints, invitePaidPoints, inviteMonthMost, inviteHoldHours, invitePaidHoldDays],
  welcomes: [noteRegistered, noteInvited],
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
    'order.paid': [
      ({ buyer_id, order_id }) => notePaid(ctx, { buyer_id, order_id }),
      ({ buyer_id, subject }) => notePaidTexts(ctx, { buyer_id, subject }),
    ],
  }),
  personal: {
    files: {
      微信绑定: once(async (ctx, user_id) => [await wechatOf(ctx, user_id)].filter((one) => one !== null)),
      邀请: inviteRows,
      同意记录: consentRows,
    },
    forget: [forgetWechat],
  },
};
