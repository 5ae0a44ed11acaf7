import { INVITE_STATE_TEXTS, type InviteState } from '#contract/account.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { BY_DAY, BY_TIME, type StaffList } from '../../modules/console/index.ts';
import { type ClosingLine, closingSource, publicUsers } from '../../modules/identity/index.ts';
import { FLAG_TEXTS, type InviteFlag, type InviteLine, inviteSource, judgeInvite } from '../../modules/invites/index.ts';
import type { Rests } from '../../modules/wallet/index.ts';

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
  search: '邀请人编号',
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
    {
      key: 'state',
      title: '状态',
      kind: 'choice',
      options: [
        { value: 'waiting', title: '未注销' },
        { value: 'late', title: '到期未完成' },
        { value: 'closed', title: '已注销' },
      ],
    },
  ],
  orders: BY_TIME,
  search: '用户编号',
  actions: [],
  async show(ctx, rows) {
    const now = unixSeconds(ctx.app.clock.now());
    return (rows as readonly ClosingLine[]).map((line) => ({
      id: String(line.id),
      href: `/admin/user?id=${line.id}`,
      cells: {
        id: line.id,
        nickname: line.nickname,
        state: line.closed ? '已注销' : line.closing_at <= now ? '到期未完成' : '等待期内',
        closing_at: line.closing_at,
        closed_at: line.closed_at ?? 0,
        given_up: givenUp(line.note),
      },
    }));
  },
};
