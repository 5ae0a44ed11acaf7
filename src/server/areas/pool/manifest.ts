import { walletCalls } from '#contract/wallet/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { BY_DAY, BY_TIME, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import {
  type PoolLine,
  poolJobs,
  poolReaderMost,
  poolReadRows,
  poolShare,
  poolShareRows,
  poolSource,
  poolStatement,
} from '../../modules/pool/index.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';

const poolList: StaffList = {
  key: 'memberPool',
  title: '会员分成',
  verb: 'bill.see',
  source: poolSource,
  columns: [
    { key: 'month', title: '月份' },
    { key: 'user', title: '发布者' },
    { key: 'readers', title: '会员读者', kind: 'number' },
    { key: 'amount', title: '分成', kind: 'money' },
    { key: 'income', title: '当月会员收入', kind: 'money' },
    { key: 'share', title: '比例' },
    { key: 'created_at', title: '计算时间', kind: 'time' },
    { key: 'paid_at', title: '计入收益', kind: 'time' },
  ],
  filters: [...BY_DAY],
  orders: BY_TIME,
  search: '月份（如 2026-11）、发布者编号或手机号',
  people: holderOf,
  empty: {
    hint: '开启会员分成后，每月初按会员读过的作品算出发布者应得的部分，列在这里。',
    ...{ link: '查看财务月结', href: '/admin/months' },
  },
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly PoolLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ publisher_id }) => publisher_id),
    );
    return lines.map(({ id, month, publisher_id, readers, amount_fen, income_fen, share_bp, created_at, paid_at }) => ({
      id: String(id),
      href: `/admin/user?id=${publisher_id}`,
      cells: {
        ...{ month, readers, created_at, user: people.get(publisher_id).nickname, amount: amount_fen / 100 },
        ...{ income: income_fen / 100, share: `${share_bp / 100}%`, paid_at: paid_at ?? 0 },
      },
    }));
  },
};

/** What publishers have of memberships by which their works were had. */
export const poolArea: Manifest = {
  name: 'pool',
  endpoints: [serve(walletCalls.pool, (ctx, input) => poolStatement(ctx, input))],
  jobs: poolJobs,
  settings: [poolShare, poolReaderMost],
  staff_lists: [poolList],
  personal: { files: { 会员分成: poolShareRows, 会员阅读记录: poolReadRows } },
};
