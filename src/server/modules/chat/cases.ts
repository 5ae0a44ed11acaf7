import { CHAT_SUBJECT_NAMES, type ChatCase } from '#contract/chat.ts';
import { maskContactDetails } from '#contract/contact-details.ts';
import type { ReviewFact, ReviewSubject } from '#contract/review.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { type Decision, openReview, type Reviewable } from '../review/index.ts';
import { addRow } from './add-row.ts';
import { CASE_AROUND, type CaseRow, endCase, findCase, findCases, lockCase, upsertCase } from './cases.repo.ts';
import { signFile } from './chat-files.ts';
import { showMessages } from './own-conversations.ts';
import { findAfter, findConversation, findMessage, findOwn, findRows, lockConversation, type MessageRow, setState } from './repo.ts';
import { STATE_TEXTS } from './rules.ts';
import { subjectFacts } from './subjects.ts';

/** `reviewables.type` of messages. */
export const CHAT_CASE = 'chat';

/** Puts a message before staff; again is the same case. The caller has locked its conversation. */
export async function openCase(
  tx: TxCtx,
  { why, row, accused_id, reporter_id, reason }: Pick<CaseRow, 'why' | 'accused_id' | 'reporter_id' | 'reason'> & { row: MessageRow },
): Promise<number> {
  const { conversation_id, seq } = row;
  const id = await upsertCase(tx.db, { why, conversation_id, seq, accused_id, reporter_id, reason, created_at: tx.app.clock.now() });
  await openReview(tx, { type: CHAT_CASE, target_id: id });
  return id;
}

/**
 * Reports a message of the other side: staff see it and a few around it, and nothing else of the talk.
 * @throws AppError 404 for a message that is not there; code 1 for one's own, for what is gone, and without a reason
 */
export async function reportMessage(ctx: Ctx, { id, seq, reason }: { id: number; seq: number; reason: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const words = plainText(reason);
  if (words === '') throw invalid({ reason: '请填写举报的原因' });
  if (!(await findOwn(ctx.db, id, user_id))) throw notFound('会话不存在');
  await inTransaction(ctx, async (tx) => {
    await lockConversation(tx.db, id);
    const row = await findMessage(tx.db, id, seq);
    if (!row || row.sender_id === null) throw notFound('消息不存在');
    if (row.sender_id === user_id) throw new AppError('不能举报自己的消息');
    if (row.type === 'event' || row.state === 'removed') throw new AppError('这条消息不能举报');
    await openCase(tx, { why: 'report', row, accused_id: row.sender_id, reporter_id: user_id, reason: words });
  });
}

/** Reported messages, and those that held contact details early in a talk. */
export const chatReview: Reviewable = {
  type: CHAT_CASE,
  title: '会话消息',
  roles: ['reviewer'],
  load,
  async lock(tx, id) {
    // the conversation before the case, as those who report do
    const known = await findCase(tx.db, id);
    if (known) await lockConversation(tx.db, known.conversation_id);
    return lockCase(tx.db, id);
  },
  reveal: {
    of: async (tx, id) => (await findCases(tx.db, [id])).flatMap(({ accused_id, reporter_id }) => [accused_id, reporter_id]),
    show: async (tx, id) => ({
      facts: [...(await factsOf(tx, await findCases(tx.db, [id]), true)).values()].flat(),
      ...{ reports: [], pages: [] },
    }),
  },
  subject: (id) => `chat-case:${id}`,
  actions: [
    { name: 'dismiss', text: '没有问题', needs_reason: false, leads_to: 'dismissed', run: dismiss },
    {
      name: 'remove',
      text: '移除消息',
      needs_reason: true,
      reason_label: '移除的原因',
      reasons: ['骚扰或辱骂他人', '引导站外交易', '含有违法违规内容', '涉嫌欺诈'],
      leads_to: 'rejected',
      run: remove,
    },
  ],
};

async function dismiss(tx: TxCtx, { target_id }: Decision): Promise<void> {
  const row = await requireOpen(tx, target_id);
  await endCase(tx.db, target_id, 'dismissed');
  await answer(tx, row, '经核查暂未发现违规，感谢您的监督。如有新的情况，欢迎再次举报。');
}

async function remove(tx: TxCtx, { target_id, reason }: Decision): Promise<void> {
  const row = await requireOpen(tx, target_id);
  const { conversation_id, seq, accused_id } = row;
  await endCase(tx.db, target_id, 'removed');
  const conversation = await lockConversation(tx.db, conversation_id);
  const message = conversation && (await findMessage(tx.db, conversation_id, seq));
  if (conversation && message && message.state !== 'removed') {
    await setState(tx.db, conversation_id, seq, 'removed');
    const data = { type: 'message_removed', of: seq, state: 'removed' };
    await addRow(tx, conversation, { sender_id: null, type: 'event', body: STATE_TEXTS.removed, data, client_id: null });
    await sendNotices(tx, [accused_id], {
      ...{ topic: 'report', key: `chat-removed:${target_id}`, title: '您的一条会话消息已被移除', content: `原因：${reason}` },
    });
  }
  await answer(tx, row, '举报成立，这条消息已被移除。');
}

async function requireOpen(tx: TxCtx, id: number): Promise<CaseRow> {
  const row = await lockCase(tx.db, id);
  if (row?.status !== 'open') throw conflict('这一项已被处理，请刷新队列');
  return row;
}

async function answer(tx: TxCtx, row: CaseRow, content: string): Promise<void> {
  if (row.reporter_id === null) return;
  await sendNotices(tx, [row.reporter_id], {
    ...{ topic: 'report', key: `chat-case:${row.id}:${row.created_at.getTime()}`, title: '您举报的会话消息已有处理结果', content },
  });
}

const whyText = (row: CaseRow): string => (row.why === 'report' ? '被举报' : '会话初期的联系方式');

/** Only the message itself, contact details masked; what stands around it is opened in the console, with an audit row. */
async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findCases(ctx.db, ids);
  const facts = await factsOf(ctx, rows, false);
  const users = await publicUsers(
    ctx,
    rows.flatMap(({ accused_id, reporter_id }) => [accused_id, ...(reporter_id === null ? [] : [reporter_id])]),
  );
  const name = (id: number | null) => (id === null ? '系统检查' : users.get(id).nickname);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: `${whyText(row)}：${name(row.accused_id)}`,
        byline: `发送者 ${name(row.accused_id)}，由 ${name(row.reporter_id)} 提出`,
        cover_src: '',
        note: '前后几条消息在“会话消息”列表中查看，查看会留下记录',
        facts: facts.get(row.id) ?? [],
        has_pages: false,
      },
    ]),
  );
}

/** Message and reason of each case. A talk is between two: no CSV holds what they said. */
async function factsOf(ctx: Ctx, rows: readonly CaseRow[], whole: boolean): Promise<Map<number, ReviewFact[]>> {
  const messages = await findRows(
    ctx.db,
    rows.map(({ conversation_id, seq }) => ({ id: conversation_id, seq })),
  );
  const texts = new Map(messages.map((one) => [`${one.conversation_id}:${one.seq}`, textOf(one)]));
  const shown = (text: string) => (whole ? text : maskContactDetails(text));
  return new Map(
    rows.map(({ id, conversation_id, seq, why, reason }) => [
      id,
      [
        { label: '消息', value: shown(texts.get(`${conversation_id}:${seq}`) ?? ''), personal: true },
        why === 'report'
          ? { label: '举报原因', value: shown(reason) }
          : // what the check found are contact details
            { label: '识别到', value: whole ? reason : '消息里有联系方式', personal: true },
      ],
    ]),
  );
}

const textOf = (row: MessageRow): string => ({ picture: '[图片]', file: '[文件]', voice: '[语音]' })[row.type as string] ?? row.body;

/**
 * A case with the few messages around it, for staff: leaves an audit row each time.
 * @throws AppError 403; 404
 */
export async function lookAtCase(ctx: Ctx, id: number): Promise<ChatCase> {
  const staff_id = requireVerb(ctx, 'review.decide');
  return inTransaction(ctx, async (tx) => {
    const row = await findCase(tx.db, id);
    const conversation = row && (await findConversation(tx.db, row.conversation_id));
    if (!row || !conversation) throw notFound('没有这条会话举报');
    const around = await findAfter(tx.db, row.conversation_id, Math.max(0, row.seq - CASE_AROUND - 1), 2 * CASE_AROUND + 1);
    const seen = around.filter(({ seq }) => Math.abs(seq - row.seq) <= CASE_AROUND);
    // staff see what was written, also where it was taken back since
    const shown = await showMessages(
      tx,
      seen.map((one) => ({ ...one, state: '' as const })),
      staff_id,
    );
    const shown_seqs = new Set(seen.map(({ seq }) => seq));
    const users = await publicUsers(tx, [conversation.low_id, conversation.high_id]);
    const face = (user_id: number) => ({ id: user_id, nickname: users.get(user_id).nickname });
    const facts = (await subjectFacts(tx, [conversation]))(conversation.subject_kind, conversation.subject_id);
    await recordAudit(tx, 'chat.look', `chat-case:${id}`, { conversation_id: row.conversation_id, seqs: [...shown_seqs] });
    return {
      ...{ id, why: row.why, reason: row.reason, status: row.status, time: unixSeconds(row.created_at), seq: row.seq },
      conversation_id: row.conversation_id,
      subject: {
        kind: conversation.subject_kind,
        id: conversation.subject_id,
        noun: facts.noun ?? CHAT_SUBJECT_NAMES[conversation.subject_kind],
        title: facts.title,
        path: facts.path,
      },
      reporter: row.reporter_id === null ? { id: 0, nickname: '系统检查' } : face(row.reporter_id),
      accused: face(row.accused_id),
      rows: shown.map((one, i) => {
        const file = one.file && { ...one.file, src: signFile(tx, one.file.id, staff_id, id) };
        const state = (seen[i] as MessageRow).state;
        // what lies further back stays between the two
        const quote = one.quote && { ...one.quote, ...(shown_seqs.has(one.quote.seq) ? {} : { text: '更早的消息，不在查看范围内' }) };
        return { ...one, file, quote, state, nickname: one.from === 0 ? '系统' : face(one.from).nickname };
      }),
    };
  });
}
