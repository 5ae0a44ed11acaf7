import { COMPLAINANTS, INFRINGEMENT_STATES } from '#contract/infringement.ts';
import type { ReviewFact, ReviewSubject } from '#contract/review.ts';
import { type Ctx, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { itemsById, lockItem } from '../catalog/index.ts';
import { refuseOwn } from '../countersign/index.ts';
import { reportsHide } from '../engagement/index.ts';
import { publicUsers } from '../identity/index.ts';
import { attachmentLink, attachmentsOf, hideUntilDecided } from '../publishing/index.ts';
import type { Decision, Reviewable } from '../review/index.ts';
import { endNotice, GONE, INFRINGEMENT, lockNotice, maskedName, moveNotice } from './notices.ts';
import { findInfringements, type InfringementRow, isHeld } from './repo.ts';

const HELD = '因侵权通知暂时下架';
export const whyHeld = async (ctx: Ctx, item_id: number): Promise<string | null> =>
  (await isHeld(ctx.db, item_id)) ? `${HELD}，处理结束前不能恢复` : null;

/** Notices whose papers are to be checked: staff judge whether they are complete, not who is right. */
export const infringementReview: Reviewable = {
  type: INFRINGEMENT,
  title: '侵权通知',
  roles: ['reviewer', 'operator'],
  load,
  lock: lockNotice,
  owners: async (tx, id) => {
    const row = await lockNotice(tx, id);
    return [row?.user_id, row?.publisher_id];
  },
  reveal: {
    of: async (tx, id) => (await findInfringements(tx.db, [id])).map(({ user_id }) => user_id),
    show: async (tx, id) => ({ facts: await wholeFacts(tx, (await findInfringements(tx.db, [id]))[0]), reports: [], pages: [] }),
  },
  subject: (id) => `infringement#${id}`,
  actions: [
    { name: 'accept', text: '受理并下架', needs_reason: false, leads_to: 'approved', run: accept },
    {
      ...{ name: 'send_back', text: '退回补充', needs_reason: true, reason_label: '还缺少的材料', leads_to: 'rejected' },
      reasons: ['缺少有效的身份证明', '缺少权属证明', '没有指明侵权的具体部分', '委托投诉缺少授权书'],
      run: (tx, decision) => answer(tx, decision, 'returned'),
    },
    {
      ...{ name: 'refuse', text: '不予受理', needs_reason: true, reason_label: '不予受理的原因', leads_to: 'dismissed' },
      reasons: ['材料不能初步证明权利', '被投诉内容与权利无关', '属于重复或恶意投诉'],
      run: (tx, decision) => answer(tx, decision, 'refused'),
    },
  ],
};

async function waiting(tx: TxCtx, id: number): Promise<InfringementRow> {
  const row = await lockNotice(tx, id);
  if (!row) throw notFound(GONE);
  if (row.state !== 'waiting') throw conflict('这份通知已有变化，请刷新');
  return row;
}

async function accept(tx: TxCtx, { target_id }: Decision): Promise<void> {
  const row = await waiting(tx, target_id);
  const item = await lockItem(tx, row.item_id);
  // a new version that waits for a reviewer must not appear either; only what was seen, also until reports hid it, comes back by itself
  const hid =
    item?.status === 'published' || item?.status === 'reviewing'
      ? await hideUntilDecided(tx, item, HELD)
      : await reportsHide(tx, row.item_id);
  const tell = {
    sent: '您的侵权通知已受理，作品暂时下架，通知已转送发布者。',
    received: '有人提交了侵权通知，作品因此暂时下架，已购买的人照常使用。没有侵权的，可以提交不侵权声明与证明材料。',
  };
  await moveNotice(tx, row, { state: 'down', hid }, { step: 'accepted', tell });
}

async function answer(tx: TxCtx, { target_id, reason }: Decision, state: 'returned' | 'refused'): Promise<void> {
  const sent = state === 'returned' ? `请补充材料后再次提交：${reason}` : `没有受理：${reason}`;
  await moveNotice(tx, await waiting(tx, target_id), { state }, { step: state, text: reason, tell: { sent } });
}

/** Staff end a measure that nothing else ends, as after a judgement. Audited. @throws AppError 403, 404, 409 */
export async function liftMeasure(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'review.decide');
  const row = await lockNotice(tx, id);
  if (!row) throw notFound(GONE);
  await refuseOwn(tx, [row.user_id, row.publisher_id]);
  if (row.state !== 'stays') throw conflict(`只有“${INFRINGEMENT_STATES.stays}”的可以结束`);
  await endNotice(tx, row, 'restored', { step: 'lifted', text: reason });
  await recordAudit(tx, 'infringement.lift', `infringement#${id}`, { reason });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findInfringements(ctx.db, ids);
  const items = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  const people = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return new Map(
    rows.map((row): [number, ReviewSubject] => [
      row.id,
      {
        ...{ title: items.get(row.item_id)?.title ?? '作品', byline: people.get(row.user_id).nickname, cover_src: '', has_pages: false },
        note: `${INFRINGEMENT_STATES[row.state]}；身份与权属材料在“查看完整信息”后打开`,
        facts: [
          { label: '身份', value: COMPLAINANTS[row.notice.as] },
          { label: '姓名或名称', value: maskedName(row.notice.name), personal: true },
          { label: '侵权说明', value: row.notice.content },
          { label: '经过', value: '查看记录', href: `/admin/infringement?id=${row.id}` },
        ],
      },
    ]),
  );
}

async function wholeFacts(tx: TxCtx, row: InfringementRow | undefined): Promise<ReviewFact[]> {
  if (!row) return [];
  const { name, contact, content, identity_files, files } = row.notice;
  const papers = await attachmentsOf(tx, [...new Set([...identity_files, ...files])]);
  return [
    { label: '姓名或名称', value: name, personal: true },
    { label: '联系方式', value: contact, personal: true },
    { label: '侵权说明', value: content },
    ...papers.map(({ id, name: value }) => ({
      label: identity_files.includes(id) ? '身份证明' : '权属证明',
      ...{ value, href: attachmentLink(tx, id), personal: true },
    })),
  ];
}
