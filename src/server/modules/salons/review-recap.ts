import { organiseHref } from '#contract/organise.ts';
import { pictureUrl, pictureWidths } from '#contract/picture.ts';
import { recapHref } from '#contract/recap.ts';
import type { ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { passOrSendBack, type Reviewable } from '../review/index.ts';
import { countCame, findRecapsOf, lockRecap, type RecapRecord, writeRecap } from './recap.repo.ts';
import { hideRecap, RECAP_REVIEW } from './recap.ts';
import { findSalon } from './repo.ts';

/** Recaps of salons before they are public, and changes of them. */
export const recapReview: Reviewable = {
  type: RECAP_REVIEW,
  title: '沙龙回顾',
  roles: ['reviewer', 'operator'],
  load: reviewed,
  lock: (tx, id) => lockRecap(tx.db, id),
  owners: async (tx, id) => [(await findSalon(tx.db, id))?.owner_id],
  subject: (id) => `item:${id}`,
  actions: passOrSendBack({
    reasons: ['照片里有无关人员或证件', '含有联系方式或二维码', '与这场活动无关', '内容涉嫌夸大或侵权'],
    ...{ approve, reject },
  }),
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const { submitted, published_at } = await waiting(tx, id);
  const at = tx.app.clock.now();
  await writeRecap(tx.db, id, {
    ...submitted,
    ...{ submitted: null, reject_reason: '', state: 'published' as const, published_at: published_at ?? at },
    attended: await countCame(tx.db, id),
  });
  await emit(tx, 'item.changed', { item_id: id, what: 'texts', codes: [] });
  await tell(tx, id, '沙龙回顾已发布', '现在所有人都能看到。', recapHref(id));
}

/** What was never public goes back to its organiser; a change of what is shown is dropped. */
async function reject(tx: TxCtx, id: number, reason: string): Promise<void> {
  await waiting(tx, id);
  await writeRecap(tx.db, id, { submitted: null, reject_reason: reason });
  await tell(tx, id, '沙龙回顾没有通过审核', `改好后可以再次提交。原因：${reason}`, organiseHref(id));
}

/** Staff take a recap off the site; its organiser sees why. @throws AppError 404; 409 when it is not on the site */
export async function takeDownRecap(tx: TxCtx, salon_id: number, reason: string): Promise<void> {
  const row = await lockRecap(tx.db, salon_id);
  if (!row) throw notFound('回顾不存在');
  if (row.state !== 'published') throw conflict('只有已发布的回顾可以撤下');
  await hideRecap(tx, row, reason);
  await recordAudit(tx, 'salon.recap_down', `item:${salon_id}`, { reason });
  await tell(tx, salon_id, '沙龙回顾已被撤下', `改好后可以再次提交。原因：${reason}`, organiseHref(salon_id));
}

async function waiting(tx: TxCtx, id: number): Promise<RecapRecord & { submitted: NonNullable<RecapRecord['submitted']> }> {
  const row = await lockRecap(tx.db, id);
  if (!row || row.submitted === null) throw conflict('这份回顾已被撤回或处理，请刷新队列');
  return { ...row, submitted: row.submitted };
}

async function tell(tx: TxCtx, salon_id: number, title: string, content: string, href: string): Promise<void> {
  const salon = await findSalon(tx.db, salon_id);
  if (!salon) return;
  await sendNotices(tx, [salon.owner_id], {
    ...{ topic: 'salon', key: `salon:${salon_id}:recap:${unixSeconds(tx.app.clock.now())}`, title, item_id: salon_id, href },
    content: `「${salon.title}」${content}`,
  });
}

async function reviewed(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findRecapsOf(ctx.db, ids);
  const owners = await publicUsers(
    ctx,
    rows.map(({ owner_id }) => owner_id),
  );
  return new Map(
    rows.map(({ recap, title, owner_id }) => {
      const { text, pictures } = recap.submitted ?? recap;
      const [first] = pictures;
      const subject: ReviewSubject = {
        title: `${title} 回顾`,
        cover_src: first ? pictureUrl(first.key, pictureWidths(first.width)[0] as number) : '',
        facts: [
          { label: '正文', value: text },
          {
            label: '照片',
            value: `${pictures.length} 张${pictures.some(({ caption }) => caption) ? `：${pictures.map(({ caption }) => caption).join('、')}` : ''}`,
          },
        ],
        byline: owners.get(owner_id).nickname,
        note: recap.state === 'published' ? '已发布，修改待审核' : '首次发布',
        has_pages: false,
      };
      return [recap.salon_id, subject];
    }),
  );
}
