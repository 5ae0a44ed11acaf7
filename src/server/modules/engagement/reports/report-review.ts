import { KINDS } from '#contract/kinds.ts';
import type { ReportLine, ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { type Item, itemsById, kindOf, lockItem } from '../../catalog/index.ts';
import { CLOSED_NAME, hiddenStaff, maskMobile, publicUsers } from '../../identity/index.ts';
import { sendNotices } from '../../notices/index.ts';
import { reviewedWorks, showAgain, takeDownByStaff, workPages } from '../../publishing/index.ts';
import { type Decision, type Reviewable, reviewOf } from '../../review/index.ts';
import { endReports, findRecords, findReports } from './repo.ts';

/** `reviewables.type` of reported works. */
export const REPORT = 'report';
/** Lines that staff see of one queue page. */
const LINES = 300;

/** Works that readers reported: one row a work, however many reports. */
export const reportReview: Reviewable = {
  type: REPORT,
  title: '举报',
  roles: ['reviewer'],
  load,
  lock: lockItem,
  owners: async (tx, id) => [(await lockItem(tx, id))?.publisher_id],
  pages: workPages,
  reveal: {
    // one of many reporters may be staff: theirs stay masked, the others are shown
    of: () => Promise.resolve([]),
    async show(tx, id) {
      const hidden = await hiddenStaff(
        tx,
        (await findReports(tx.db, [id], LINES)).map(({ user_id }) => user_id),
      );
      const shown = (mobile: string, user_id: number | null) => (hidden.has(user_id ?? 0) ? maskMobile(mobile) : mobile);
      return { facts: [], reports: (await linesOf(tx, [id], shown)).get(id) ?? [], pages: [] };
    },
  },
  subject: (id) => `item:${id}`,
  actions: [
    { name: 'dismiss', text: '举报不成立', needs_reason: false, leads_to: 'dismissed', run: dismiss },
    {
      name: 'take_down',
      text: '下架作品',
      needs_reason: true,
      reason_label: '下架的原因',
      reasons: ['侵犯他人著作权', '含有违法违规内容', '内容与描述严重不符', '含有联系方式或二维码'],
      leads_to: 'rejected',
      run: uphold,
    },
  ],
};

/** Whether reports without a decision keep an item off the site. */
export async function reportsHide(ctx: Ctx, item_id: number): Promise<boolean> {
  const row = await reviewOf(ctx, { type: REPORT, target_id: item_id });
  return row?.status === 'open' && row.detail['hidden'] === true;
}

async function dismiss(tx: TxCtx, { target_id, detail }: Decision): Promise<void> {
  const ended = await endReports(tx.db, target_id, 'dismissed');
  const item = await lockItem(tx, target_id);
  if (item && detail['hidden'] === true) await showAgain(tx, item);
  await answer(tx, target_id, ended, '经核查暂未发现违规，感谢您的监督。如有新的情况，欢迎再次举报。');
}

async function uphold(tx: TxCtx, { target_id, reason }: Decision): Promise<void> {
  const ended = await endReports(tx.db, target_id, 'done');
  const item = await lockItem(tx, target_id);
  if (item) await takeDownByStaff(tx, item, reason);
  await answer(tx, target_id, ended, `举报成立，${item ? kindOf(item.kind).noun : '作品'}已下架：${reason}`);
}

/** Notifies everybody whose report ended with this decision, each once. */
async function answer(tx: TxCtx, item_id: number, ended: Awaited<ReturnType<typeof endReports>>, content: string): Promise<void> {
  const user_ids = ended.flatMap(({ user_id }) => user_id ?? []);
  const title = (await itemsById(tx, [item_id])).get(item_id)?.title ?? '作品';
  const last = Math.max(0, ...ended.map(({ id }) => id));
  await sendNotices(tx, user_ids, {
    topic: 'report',
    key: `report:${item_id}:${last}`,
    title: `您举报的《${title}》已有处理结果`,
    content,
  });
}

async function load(ctx: Ctx, item_ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const [works, items, lines] = await Promise.all([
    reviewedWorks(ctx, item_ids),
    itemsById(ctx, item_ids),
    linesOf(ctx, item_ids, maskMobile),
  ]);
  return new Map(
    [...works].map(([id, work]) => {
      const item = items.get(id);
      const off = item?.status === 'published' ? '' : `${item ? kindOf(item.kind).noun : '作品'}已不在站上展示`;
      const note = [off, item ? kindOf(item.kind).ends?.taken_down.asked : ''].filter(Boolean).join('；');
      return [id, { ...work, note, reports: lines.get(id) ?? [] }];
    }),
  );
}

async function linesOf(
  ctx: Ctx,
  item_ids: readonly number[],
  shown: (mobile: string, user_id: number | null) => string,
): Promise<Map<number, ReportLine[]>> {
  const rows = await findReports(ctx.db, item_ids, LINES);
  const user_ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
  const users = await publicUsers(ctx, user_ids);
  const records = await findRecords(ctx.db, user_ids);
  const lines = new Map<number, ReportLine[]>();
  for (const { id, rid, user_id, content, url, mobile, created_at } of rows) {
    const { upheld, dismissed } = records.get(user_id ?? 0) ?? { upheld: 0, dismissed: 0 };
    const nickname = user_id === null ? CLOSED_NAME : users.get(user_id).nickname;
    const line = { id, content, url, mobile: shown(mobile, user_id), nickname, upheld, dismissed, created_at: unixSeconds(created_at) };
    lines.set(rid, [...(lines.get(rid) ?? []), line]);
  }
  return lines;
}

const OWN: Readonly<Record<number, string>> = {
  [KINDS.demand.code]: '核查通过会恢复，剩余的开放时间不变；也可以修改后重新提交，由审核员查看。已选定的合作不受影响',
  [KINDS.salon.code]: '核查期间不再展示，也不能报名；已售的票仍然有效。核查通过会恢复，无需操作',
  [KINDS.job.code]: '核查期间暂停招聘，已收到的应聘不受影响。核查通过会恢复；也可以重新招聘，由审核员查看后决定',
};
const WORK = '核查通过会恢复；如有异议可恢复上架，由审核员查看后决定';

/** Why reports hid an item, and what comes next, as its publisher reads it in a message and in own lists. */
export const hiddenReason = ({ kind }: Pick<Item, 'kind'>): string => `多位用户举报，平台正在核查。${OWN[kind] ?? WORK}`;
