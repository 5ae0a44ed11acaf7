import type { ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notifications.ts';
import { notFound } from '../../kernel/errors.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import type { Decision, Reviewable } from '../review/index.ts';
import { ASSISTANT_REVIEW } from './ask-assistant.ts';
import { findAnswers, lockAnswer, updateAnswer } from './repo.ts';
import { topicOf } from './show-answers.ts';
import type { AnswerFlag } from './tables.ts';

/** Questions and answers in which the word list or the check found something. */
export const assistantReview: Reviewable = {
  type: ASSISTANT_REVIEW,
  title: '助手问答',
  roles: ['reviewer'],
  load,
  lock: (tx, id) => lockAnswer(tx.db, id),
  subject: (id) => `assistant:${id}`,
  actions: [
    { name: 'dismiss', text: '没有问题', needs_reason: false, leads_to: 'dismissed', run: async () => undefined },
    {
      name: 'remove',
      text: '移除回答',
      needs_reason: true,
      reason_label: '移除的原因',
      reasons: ['含有违法违规内容', '含有他人隐私', '与活动策划无关的不当内容'],
      leads_to: 'rejected',
      run: remove,
    },
  ],
};

async function remove(tx: TxCtx, { target_id, reason }: Decision): Promise<void> {
  const row = await lockAnswer(tx.db, target_id);
  if (!row) throw notFound('回答不存在');
  await updateAnswer(tx.db, target_id, { removed: true });
  await wakeStreams(tx.db, [topicOf(target_id)]);
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'report', key: `assistant-removed:${target_id}`, title: '助手的一条回答已被移除', content: `原因：${reason}` },
  });
}

const WHERE: Record<AnswerFlag['where'], string> = { question: '问题', answer: '回答' };

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findAnswers(ctx.db, ids);
  const people = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return new Map(
    rows.map((row): [number, ReviewSubject] => [
      row.id,
      {
        title: `助手问答：${row.question.slice(0, 40)}`,
        byline: `提问者 ${people.get(row.user_id).nickname}`,
        cover_src: '',
        note: row.removed ? '已移除' : '',
        facts: [
          { label: '问题', value: [row.question, ...Object.values(row.input), row.instructions].filter(Boolean).join('\n') },
          { label: '已显示的回答', value: row.text.slice(0, 2_000) || '（无）' },
          ...row.flags.map(({ where, by, words }) => ({
            label: `${WHERE[where]}命中（${by === 'list' ? '敏感词' : by}）`,
            value: words.join('、'),
          })),
        ],
        has_pages: false,
      },
    ]),
  );
}
