import type { PrivatePage } from '#contract/publish.ts';
import type { ReviewFact, ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { maskMobile, publicUsers } from '../../identity/index.ts';
import { sendNotices } from '../../notices/index.ts';
import type { Decision, Reviewable } from '../../review/index.ts';
import { endFeedback, findFeedback, lockFeedback, type ReportRow } from './repo.ts';

/** `reviewables.type` of what people say about the site. */
export const FEEDBACK = 'feedback';
/** As much of what somebody wrote as names it. */
const SHOWN_SIGNS = 40;
/** Of the picture beside it, as the page viewer shows it. */
const WIDTH = 960;
const HEIGHT = 600;

/** What people say about the site; who is signed in reads the answer among their messages. */
export const feedbackReview: Reviewable = {
  type: FEEDBACK,
  title: '意见反馈',
  roles: ['reviewer', 'operator'],
  load,
  lock: (tx, id) => lockFeedback(tx.db, id),
  pages: async (ctx, id) => pagesOf((await findFeedback(ctx.db, [id]))[0]),
  reveal: {
    of: async (tx, id) => (await findFeedback(tx.db, [id])).map(({ user_id }) => user_id),
    show: async (tx, id) => ({
      facts: (await findFeedback(tx.db, [id])).flatMap((row) => factsOf(row, row.mobile)),
      ...{ reports: [], pages: [] },
    }),
  },
  subject: (id) => `feedback#${id}`,
  actions: [
    {
      name: 'answer',
      text: '回复',
      needs_reason: true,
      reason_label: '回复的内容',
      reasons: ['感谢反馈，问题已修复，请刷新后再试', '感谢建议，我们会在后续版本里考虑', '已电话联系您，请保持手机畅通'],
      leads_to: 'approved',
      run: answer,
    },
    {
      name: 'close',
      text: '无需回复',
      needs_reason: false,
      leads_to: 'dismissed',
      run: (tx, { target_id }) => endFeedback(tx.db, target_id, 'dismissed'),
    },
  ],
};

const beginning = (text: string): string => ([...text].length > SHOWN_SIGNS ? `${[...text].slice(0, SHOWN_SIGNS).join('')}…` : text);

async function answer(tx: TxCtx, { target_id, reason }: Decision): Promise<void> {
  const row = await lockFeedback(tx.db, target_id);
  await endFeedback(tx.db, target_id, 'done');
  if (!row?.user_id) return;
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'report', key: `feedback:${target_id}`, title: '您的意见反馈已有回复' },
    // somebody who wrote more than once must know which of them
    content: `${reason}（您的反馈：“${beginning(row.content)}”）`,
  });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findFeedback(ctx.db, ids);
  const users = await publicUsers(
    ctx,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: [...row.content].slice(0, SHOWN_SIGNS).join(''),
        byline: row.user_id === null ? '访客' : users.get(row.user_id).nickname,
        cover_src: '',
        note: row.user_id === null ? '访客没有消息，只能按电话联系' : '',
        facts: factsOf(row, maskMobile(row.mobile)),
        has_pages: imageOf(row) !== '',
      },
    ]),
  );
}

const factsOf = ({ content, url }: ReportRow, mobile: string): ReviewFact[] => [
  { label: '内容', value: content },
  { label: '联系电话', value: mobile, personal: true },
  { label: '所在页面', value: url || '未填写' },
];

const imageOf = (row: ReportRow | undefined): string => String((row?.detail as { image?: string } | undefined)?.image ?? '');

function pagesOf(row: ReportRow | undefined): PrivatePage[] {
  const src = imageOf(row);
  const picture = { src, width: WIDTH, height: HEIGHT };
  return src === '' ? [] : [{ page_no: 1, thumb: picture, full: picture }];
}
