import { CLAIM_KINDS, CLAIM_STATES, CLAIM_TONES, type StaffClaim } from '#contract/claim.ts';
import { PAY_CHANNELS } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { BY_DAY, BY_TIME, type StaffList, stateFilter } from '../../modules/console/index.ts';
import { type ClaimLine, claimForStaff, claimSource } from '../../modules/orders/index.ts';
import { auditEntries } from './audit-entries.ts';

/** What payers claim, with who did what. @throws AppError 403, 404 */
export async function staffClaim(ctx: Ctx, id: number): Promise<StaffClaim> {
  return { ...(await claimForStaff(ctx, id)), audit: await auditEntries(ctx, `claim#${id}`) };
}

const isLate = ({ status, due_at }: ClaimLine, now_s: number): boolean => status === 'open' && due_at < now_s;

export const claimList: StaffList = {
  key: 'claims',
  title: '拒付与投诉',
  verb: 'claim.handle',
  source: claimSource,
  columns: [
    { key: 'claim_no', title: '编号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'due_at', title: '答复期限', kind: 'time' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'kind', title: '类型' },
    { key: 'title', title: '内容' },
    { key: 'words', title: '付款人的说法' },
    { key: 'orderid', title: '订单号', hidden: true },
    { key: 'held', title: '冻结的收益', kind: 'money', hidden: true },
    { key: 'channel', title: '渠道' },
    { key: 'provider_no', title: '支付方单号', hidden: true },
    { key: 'came_at', title: '提出时间', kind: 'time' },
    { key: 'ended_at', title: '结束时间', kind: 'time', hidden: true },
  ],
  filters: [stateFilter(CLAIM_STATES, CLAIM_TONES, 'status'), ...BY_DAY],
  orders: [{ key: 'due', title: '先到期的在前' }, ...BY_TIME],
  search: '编号、支付方单号、订单号或付款号',
  about: '答复须在期限内提交给支付方，这里留存答复与材料。',
  empty: {
    hint: '支付方自动通知的会直接列出；其余的在订单页用“登记拒付或投诉”录入。',
    ...{ link: '去找订单', href: '/admin/orders' },
  },
  waits: [{ title: '待答复的拒付与投诉', query: 'status=open' }],
  found: { title: 'claim_no', beside: ['kind', 'amount', 'status'] },
  actions: [],
  async show(ctx, rows) {
    const now_s = unixSeconds(ctx.app.clock.now());
    return (rows as readonly ClaimLine[]).map((line) => ({
      id: String(line.id),
      href: `/admin/claim?id=${line.id}`,
      ...(isLate(line, now_s) && { tone: 'failed' as const }),
      cells: {
        claim_no: line.claim_no,
        status: isLate(line, now_s) ? '待答复，已逾期' : CLAIM_STATES[line.status],
        due_at: line.due_at,
        amount: line.amount_fen / 100,
        kind: CLAIM_KINDS[line.kind],
        title: line.title,
        words: line.words,
        orderid: line.orderid,
        held: line.held_fen / 100,
        channel: PAY_CHANNELS[line.channel] ?? line.channel,
        provider_no: line.provider_no,
        came_at: line.came_at,
        ended_at: line.ended_at ?? 0,
      },
    }));
  },
};
