import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, inTransaction, requireStaff, type TxCtx } from '../../../app/ctx.ts';
import { assert } from '../../../kernel/assert.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { type Item, kindOf, lockItem, moveLockedItem, setItemStatus } from '../../catalog/index.ts';
import { publicUsers } from '../../identity/index.ts';
import { sendNotices } from '../../notices/index.ts';
import { decideTarget, openReview, type Reviewable, reviewOf, settleReview, withdrawReview } from '../../review/index.ts';
import { getSetting } from '../../settings/index.ts';
import { copiesAfterCommit } from '../drafts/prepare-files.ts';
import { workReviewMode } from '../settings.ts';
import { reviewedWorks, workPages } from './reviewed-works.ts';

/**
 * Takes a locked item off the site against its publisher's will, with a reason that the publisher reads. It comes back only through a
 * reviewer; buyers keep their right. @returns whether readers saw it until now
 */
export function takeDownByStaff(tx: TxCtx, item: Item, reason: string): Promise<boolean> {
  return takeOff(tx, item, reason, true);
}

/** The same before anybody decided: readers do not see it, and what was bought or agreed on goes on. */
export function hideUntilDecided(tx: TxCtx, item: Item, reason: string): Promise<boolean> {
  return takeOff(tx, item, reason, false);
}

/** What readers see, or would see after the desk; a draft stays what it is. */
const TAKEN_OFF_FROM: readonly string[] = ['published', 'reviewing', 'taken_down'];

async function takeOff(tx: TxCtx, item: Item, reason: string, is_decided: boolean): Promise<boolean> {
  if (TAKEN_OFF_FROM.includes(item.status)) await moveLockedItem(tx, item, 'taken_down', { reject_reason: reason });
  const detail = is_decided ? {} : { undecided: true };
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'rejected', reason, detail });
  await tellPublisher(tx, item, is_decided ? 'taken_down' : 'hidden', reason);
  copiesAfterCommit(tx, item.id);
  return item.status === 'published';
}

/** Whether an item that is off the site was only hidden: a decision is pending. */
export async function isHiddenUndecided(ctx: Ctx, item_id: number): Promise<boolean> {
  const last = await reviewOf(ctx, { type: WORK, target_id: item_id });
  return last?.status === 'rejected' && last.detail['undecided'] === true;
}

/** Puts a locked item back that was hidden without cause, at its old date. False: it is not hidden any more, or its kind does not allow it. */
export async function showAgain(tx: TxCtx, item: Item): Promise<boolean> {
  if ((await reviewOf(tx, { type: WORK, target_id: item.id }))?.status !== 'rejected') return false;
  if ((await whyNotAgain(tx, kindOf(item.kind), item.id)) !== null) return false;
  // a closed account answers for no work
  if ((await publicUsers(tx, [item.publisher_id])).get(item.publisher_id).closed) return false;
  const at = item.published_at ? { published_at: item.published_at } : {};
  if (!(await setItemStatus(tx, item.id, ['taken_down'], 'published', { reject_reason: '', ...at }))) return false;
  await settleReview(tx, { type: WORK, target_id: item.id, status: 'approved', detail: {} });
  await tellPublisher(tx, item, 'shown');
  copiesAfterCommit(tx, item.id);
  return true;
}

/** The same without a word of staff: what they decided meanwhile stands, and what its publisher changed goes before a reviewer. */
export async function showByItself(tx: TxCtx, item: Item): Promise<boolean> {
  const last = await reviewOf(tx, { type: WORK, target_id: item.id });
  if (item.status !== 'taken_down' || last?.status !== 'rejected' || last.detail['undecided'] !== true) return false;
  if (last.detail['changed'] !== true) return showAgain(tx, item);
  await moveLockedItem(tx, item, 'reviewing', { reject_reason: '' });
  await askReviewer(tx, item.id);
  return false;
}

/** Notes that what is hidden until people decide is not what readers saw any more. */
export async function noteChanged(tx: TxCtx, item_id: number): Promise<void> {
  const last = await reviewOf(tx, { type: WORK, target_id: item_id });
  if (last?.status !== 'rejected' || last.detail['undecided'] !== true) return;
  await settleReview(tx, {
    type: WORK,
    target_id: item_id,
    status: 'rejected',
    reason: last.reason,
    detail: { undecided: true, changed: true },
  });
}

/** What became of a work without its publisher's doing. `hidden`: until people decide. `failed`: its file became no pages. */
export type Told = 'approved' | 'rejected' | 'taken_down' | 'hidden' | 'shown' | 'failed';

const TITLES: Record<Told, (noun: string) => string> = {
  approved: (noun) => `您的${noun}已通过审核`,
  rejected: (noun) => `您的${noun}没有通过审核`,
  taken_down: (noun) => `您的${noun}已被下架`,
  hidden: (noun) => `您的${noun}暂时下架`,
  shown: (noun) => `您的${noun}已恢复展示`,
  failed: (noun) => `您的${noun}没有生成页面`,
};

/** How it goes on, after title and reason. What ends by itself has rules of its own for coming back. */
function wayOn(what: Told, { ends, sale, gives }: KindFacts): string {
  if (what === 'rejected') return '修改后可以再次提交。';
  if (what === 'failed') return '可以重试，或修改后再次提交。';
  if (what !== 'taken_down') return '';
  if (ends) return ends.taken_down.told;
  const bought = sale ? `已购买的人照常${gives === 'lessons' ? '学习' : '下载'}。` : '';
  return `${bought}改好后可以恢复上架，由审核员查看后决定。`;
}

/** 2026-11-28 14:00 in Shanghai. */
const minuteText = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** Notifies the publisher of a locked work of its outcome, in the transaction that did it. */
export async function tellPublisher(tx: TxCtx, item: Item, what: Told, reason = ''): Promise<void> {
  const kind = kindOf(item.kind);
  const now = tx.app.clock.now();
  const later = what === 'approved' && item.published_at === null && item.publish_at && item.publish_at > now ? item.publish_at : null;
  const good = what === 'approved' || what === 'shown';
  const content = [
    `《${item.title}》`,
    good && (later ? `将在 ${minuteText(later)} 自动发布。` : '读者现在就能看到。'),
    reason && `原因：${reason.replace(/。$/, '')}。`,
    wayOn(what, kind),
  ];
  // a page that is not there yet leads to where it is changed; what ends has a place of its own for that
  const edit = kind.ends ? kind.ends.own : paths.edit(kind, item.id);
  const href = good && !later ? detailPath(kind, item.id) : edit;
  await sendNotices(tx, [item.publisher_id], {
    ...{ topic: 'work', key: `work:${item.id}:${what}:${now.getTime()}`, title: TITLES[what](kind.noun), item_id: item.id },
    ...{ content: content.filter(Boolean).join(''), ...(href === null ? {} : { href }) },
  });
}

/** `reviewables.type` of works. */
export const WORK = 'work';

/**
 * Whether the item goes before a reviewer on its way to the site: where all works do, and wherever staff or the readers' reports had
 * the last word against it. Taking it back and submitting again does not lead around them.
 */
export async function needsReviewer(tx: TxCtx, item_id: number): Promise<boolean> {
  if ((await getSetting(tx, workReviewMode)) === 'hold') return true;
  const last = await reviewOf(tx, { type: WORK, target_id: item_id });
  return last?.status === 'rejected' || last?.status === 'withdrawn';
}

/** Puts the locked item into the reviewers' queue, or notifies them that it changed. */
export async function askReviewer(tx: TxCtx, item_id: number): Promise<void> {
  await openReview(tx, { type: WORK, target_id: item_id });
}

/** Takes the locked item out of the queue. */
export async function leaveQueue(tx: TxCtx, item_id: number): Promise<void> {
  await withdrawReview(tx, { type: WORK, target_id: item_id });
}

/** Held works of every kind. */
export const workReview: Reviewable = {
  type: WORK,
  title: '作品',
  roles: ['reviewer'],
  load: reviewedWorks,
  lock: lockItem,
  owners: async (tx, id) => [(await lockItem(tx, id))?.publisher_id],
  pages: workPages,
  subject: (id) => `item:${id}`,
  actions: [
    { name: 'approve', text: '通过并上架', needs_reason: false, leads_to: 'approved', run: approve },
    {
      name: 'reject',
      text: '退回',
      needs_reason: true,
      reason_label: '未通过的原因',
      reasons: ['含有联系方式或二维码', '页面模糊或缺页', '标题与内容不符', '疑似侵权，请提供授权说明'],
      leads_to: 'rejected',
      run: async (tx, { target_id, reason }) => {
        await change(tx, target_id, () => setItemStatus(tx, target_id, ['reviewing'], 'rejected', { reject_reason: reason }));
        const item = await lockItem(tx, target_id);
        if (item) await tellPublisher(tx, item, 'rejected', reason);
      },
    },
  ],
};

async function approve(tx: TxCtx, { target_id }: { target_id: number }): Promise<void> {
  const item = await lockItem(tx, target_id);
  const later = item?.published_at === null && item.publish_at && item.publish_at > tx.app.clock.now();
  const at = item?.published_at ? { published_at: item.published_at } : {};
  await change(tx, target_id, () =>
    later
      ? setItemStatus(tx, target_id, ['reviewing'], 'scheduled', { reject_reason: '' })
      : setItemStatus(tx, target_id, ['reviewing'], 'published', { reject_reason: '', ...at }),
  );
  if (item) await tellPublisher(tx, item, 'approved');
}

async function change(tx: TxCtx, id: number, work: () => Promise<boolean>): Promise<void> {
  if (!(await work())) throw conflict('这份作品已被处理，请刷新队列');
  copiesAfterCommit(tx, id);
}

/**
 * Decides on a held work by its id. `seen_at`: `updated_at` of the row the reviewer looked at, so that nothing is published that its
 * publisher put in the place of it since.
 * @throws AppError 403; 404; code 1 without a reason; 409 when another reviewer was quicker, or the work changed
 */
export async function decideWork(
  ctx: Ctx,
  { id, action, reason, seen_at }: { id: number; action: 'approve' | 'reject'; reason: string; seen_at?: number | undefined },
): Promise<void> {
  requireStaff(ctx, 'reviewer');
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw notFound('作品不存在');
    if (action === 'approve' && seen_at !== undefined && item.status === 'reviewing' && unixSeconds(item.updated_at) > seen_at) {
      throw conflict('发布者刚修改了这份作品，请重新查看后再决定');
    }
    await decideTarget(tx, { type: WORK, target_id: id }, { action, reason });
  });
}

/** Why an item that was taken off the site can never come back, for people; null: it can. */
export type WhyNotAgain = (ctx: Ctx, item_id: number) => Promise<string | null>;

const by_kind = new Map<string, WhyNotAgain>();
/** Registered by what speaks of all kinds. */
const ANY_KIND = '*';

/** Called once a kind, or for `*`, while the areas are put together. */
export function registerWhyNotAgain(key: string, why: WhyNotAgain): void {
  assert(!by_kind.has(key), `what keeps ${key} off the site is registered twice`);
  by_kind.set(key, why);
}

/** The same for an item of any kind: by the rule of its kind, and by what keeps any off the site for a time. */
export async function whyNotAgain(ctx: Ctx, { key }: Pick<KindFacts, 'key'>, item_id: number): Promise<string | null> {
  return (await by_kind.get(key)?.(ctx, item_id)) ?? (await by_kind.get(ANY_KIND)?.(ctx, item_id)) ?? null;
}
