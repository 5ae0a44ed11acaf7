import { PAYOUT_METHOD_TEXTS, WITHDRAWAL_TEXTS } from '#contract/wallet.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { type WithdrawalLine, withdrawalSource } from '../../modules/payouts/index.ts';

/** Withdrawals of the console; they are decided on the review desk. */
export const withdrawalList: StaffList = {
  key: 'withdrawals',
  title: '提现',
  verb: 'order.see',
  source: withdrawalSource,
  columns: [
    { key: 'withdraw_no', title: '提现号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'user', title: '申请人' },
    { key: 'payee', title: '收款账户' },
    { key: 'reason', title: '原因' },
    { key: 'attempts', title: '打款次数', kind: 'number', hidden: true },
    { key: 'created_at', title: '申请时间', kind: 'time' },
    { key: 'ended_at', title: '完成时间', kind: 'time' },
  ],
  filters: [choiceFilter('status', '状态', WITHDRAWAL_TEXTS), ...BY_DAY],
  orders: BY_TIME,
  search: '提现号或申请人编号',
  found: { title: 'withdraw_no', beside: ['user', 'amount', 'status'] },
  waits: [{ title: '打款失败的提现', query: 'status=failed' }],
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly WithdrawalLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: line.status === 'reviewing' ? '/admin/review?type=withdrawal' : `/admin/user?id=${line.user_id}`,
      cells: {
        withdraw_no: line.withdraw_no,
        user: people.get(line.user_id).nickname,
        amount: line.amount_fen / 100,
        payee: `${PAYOUT_METHOD_TEXTS[line.method]} ${line.masked_name} ${line.masked_account}`,
        status: WITHDRAWAL_TEXTS[line.status],
        reason: line.reason,
        attempts: line.attempts,
        created_at: line.created_at,
        ended_at: line.ended_at ?? 0,
      },
    }));
  },
};
