import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine, plainFailure } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { $session, askSession } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { CommentKind, CommentMarks, ReportReason } from '#contract/comment.ts';
import { type CommentList, type CommentRow, type CommentSort, type CommentThread, REPLIES_SHOWN } from '#contract/comment.ts';

export interface CommentsState {
  list: readonly CommentThread[];
  total: number;
  after: string;
  sort: CommentSort;
  /** What is under way: a page, the replies of a comment, a comment on its way. */
  busy: 'list' | 'more' | 'write' | `replies-${number}` | null;
  /** The list could not be had. */
  failed: boolean;
  /** By comment whose further replies were asked for: where they go on; empty: there are no more. */
  replies_after: Readonly<Record<number, string>>;
  liked: ReadonlySet<number>;
  own: ReadonlySet<number>;
  /** Of these, what the author of the work hid. */
  aside: CommentMarks['aside'];
  /** The work is this reader's. */
  author: boolean;
  /** Whom the answer below is for; null: none is being written. */
  answering: { root_id: number; id: number; nickname: string } | null;
  /** Why what was written could not be sent, beside the field. */
  refusal: Failure | null;
  /** What was written last: a comment, or one that waits; null: nothing yet. */
  fresh: number | 'held' | null;
  /** Written by this reader and waiting for staff. */
  held: readonly string[];
}

/** The comments of one work: the server's first page, and what this reader does with them. */
export function createComments({ kind, id, initial }: { kind: CommentKind; id: number; initial: CommentList }) {
  const $state = map<CommentsState>({
    ...{ list: initial.list, total: initial.total, after: initial.after, sort: 'hot', busy: null, failed: false },
    ...{ replies_after: {}, liked: new Set(), own: new Set(), aside: [], author: false },
    ...{ answering: null, refusal: null, held: [], fresh: null },
  });
  let sent: { key: string; text: string; answers: number } | null = null;
  const set = (change: Partial<CommentsState>) => $state.set({ ...$state.get(), ...change });

  /** Learns what a signed-in reader liked and wrote. */
  async function open(): Promise<void> {
    if (!$session.get()) return;
    const marks = await gateway('GET /comment/index/marks', { kind, id }, ASIDE).catch(() => null);
    if (marks) set({ liked: new Set(marks.liked), own: new Set(marks.own), aside: marks.aside, author: marks.author === 1 });
  }

  async function order(sort: CommentSort): Promise<void> {
    set({ sort, busy: 'list', failed: false });
    await show(() => gateway('GET /comment/index/list', { kind, id, sort, after: '' }, SILENT), false);
  }

  async function more(): Promise<void> {
    const { sort, after } = $state.get();
    set({ busy: 'more', failed: false });
    await show(() => gateway('GET /comment/index/list', { kind, id, sort, after }, SILENT), true);
  }

  async function show(ask: () => Promise<CommentList>, add: boolean): Promise<void> {
    try {
      const page = await ask();
      const before = add ? $state.get().list : [];
      const known = new Set(before.map((one) => one.id));
      set({ list: [...before, ...page.list.filter((one) => !known.has(one.id))], total: page.total, after: page.after, busy: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ busy: null, failed: true });
    }
  }

  async function moreReplies(root_id: number): Promise<void> {
    const thread = $state.get().list.find((one) => one.id === root_id);
    if (!thread) return;
    set({ busy: `replies-${root_id}`, failed: false });
    try {
      const page = await gateway('GET /comment/index/replies', { id: root_id, after: $state.get().replies_after[root_id] ?? '' }, SILENT);
      change(root_id, (one) => {
        const known = new Set(one.replies.map((reply) => reply.id));
        const added = page.list.filter((reply) => !known.has(reply.id));
        return { ...one, replies: [...one.replies, ...added].toSorted((a, b) => a.id - b.id) };
      });
      set({ busy: null, replies_after: { ...$state.get().replies_after, [root_id]: page.after } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ busy: null, failed: true });
    }
  }

  /** Brings the comment that an address names to the top, where it was not shown yet. True: it stands there now and did not before. */
  async function reveal(comment_id: number): Promise<boolean> {
    const shown = (one: CommentThread) => one.id === comment_id || one.replies.some((reply) => reply.id === comment_id);
    if ($state.get().list.some(shown)) return false;
    // what is gone leaves the page as it is
    const thread = await gateway('GET /comment/index/thread', { kind, id, comment: comment_id }, ASIDE).catch(() => null);
    if (!thread) return false;
    set({ list: [thread, ...$state.get().list.filter((one) => one.id !== thread.id)] });
    return true;
  }

  const change = (root_id: number, to: (thread: CommentThread) => CommentThread) =>
    set({ list: $state.get().list.map((one) => (one.id === root_id ? to(one) : one)) });

  /** Everywhere the comment stands. */
  const changeRow = (row_id: number, to: (row: CommentRow) => Partial<CommentRow>) =>
    set({
      list: $state
        .get()
        .list.map((thread) =>
          thread.id === row_id
            ? { ...thread, ...to(thread) }
            : { ...thread, replies: thread.replies.map((reply) => (reply.id === row_id ? { ...reply, ...to(reply) } : reply)) },
        ),
    });

  function answer(root_id: number, row: CommentRow | null): void {
    set({ answering: row && { root_id, id: row.id, nickname: row.writer.nickname }, refusal: null });
  }

  /** Sends what was typed; true when it arrived. What cannot be sent stays in the field. */
  async function write(text: string, to: CommentsState['answering']): Promise<boolean> {
    if (text.trim() === '') {
      set({ refusal: plainFailure('请输入评论内容') });
      return false;
    }
    if (!(await signIn('登录后即可评论'))) return false;
    const answers = to?.id ?? 0;
    // the same text sent again after a lost answer is the same comment
    if (sent?.text !== text || sent.answers !== answers) sent = { key: newKey(), text, answers };
    set({ busy: 'write', refusal: null, fresh: null });
    try {
      const { state, comment } = await gateway('POST /comment/index/add', { kind, id, answers, text, key: sent.key }, SILENT);
      sent = null;
      const own = new Set([...$state.get().own, comment.id]);
      set({ busy: null, own, answering: null, fresh: state === 'held' ? 'held' : comment.id });
      if (state === 'held') set({ held: [...$state.get().held, comment.text] });
      else place(comment, to?.root_id ?? null);
      toastSuccess(state === 'held' ? '评论已提交，审核后显示' : '评论已发表');
      return true;
    } catch (error) {
      set({ busy: null, refusal: inOneLine(failureOf(error)) });
      return false;
    }
  }

  function place(comment: CommentRow, root_id: number | null): void {
    const { list, total } = $state.get();
    if (root_id === null) set({ list: [{ ...comment, replies: [] }, ...list], total: total + 1 });
    else {
      change(root_id, (one) => ({ ...one, reply_num: one.reply_num + 1, replies: [...one.replies, comment] }));
      set({ total: total + 1 });
    }
  }

  /** Sets one's own words right. Null: done, else why not. */
  async function edit(row_id: number, text: string): Promise<Failure | null> {
    if (text.trim() === '') return plainFailure('请输入评论内容');
    try {
      const { state, comment } = await gateway('PUT /comment/index/edit', { id: row_id, text }, SILENT);
      if (state === 'held') {
        drop(row_id);
        set({ held: [...$state.get().held, comment.text] });
      } else changeRow(row_id, () => ({ text: comment.text }));
      toastSuccess(state === 'held' ? '已修改，审核后显示' : '评论已修改');
      return null;
    } catch (error) {
      return inOneLine(failureOf(error));
    }
  }

  /** The author hides a comment, or without a reason shows it again. */
  async function setAside(row_id: number, reason: ReportReason | ''): Promise<void> {
    try {
      const row = await gateway('PUT /comment/index/aside', { id: row_id, reason });
      changeRow(row_id, () => row);
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function remove(row_id: number): Promise<void> {
    try {
      await gateway('DELETE /comment/index/delete', { id: row_id });
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    drop(row_id);
    toastSuccess('评论已删除');
  }

  /** Out of sight; what has replies leaves its place. */
  function drop(row_id: number): void {
    const { list, total } = $state.get();
    const top = list.find((one) => one.id === row_id);
    if (top) {
      const rest = top.reply_num > 0 ? [{ ...top, gone: 1 as const, text: '', writer: { id: 0, nickname: '', headimgurl: '' } }] : [];
      set({ list: list.flatMap((one) => (one.id === row_id ? rest : [one])), total: total - 1 });
    } else {
      set({
        total: total - 1,
        list: list.map((one) => {
          const replies = one.replies.filter((reply) => reply.id !== row_id);
          return replies.length === one.replies.length ? one : { ...one, replies, reply_num: one.reply_num - 1 };
        }),
      });
    }
  }

  /** Likes at once on the screen; a refusal turns it back. */
  async function like(row_id: number): Promise<void> {
    if (!(await signIn('登录后即可点赞'))) return;
    const on = !$state.get().liked.has(row_id);
    const mark = (to: boolean) => {
      const liked = new Set($state.get().liked);
      if (to) liked.add(row_id);
      else liked.delete(row_id);
      set({ liked });
    };
    mark(on);
    changeRow(row_id, (row) => ({ like_num: Math.max(0, row.like_num + (on ? 1 : -1)) }));
    try {
      const { like_num } = await gateway('POST /comment/index/like', { id: row_id, on: on ? 1 : 0 });
      changeRow(row_id, () => ({ like_num }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      mark(!on);
      changeRow(row_id, (row) => ({ like_num: Math.max(0, row.like_num + (on ? -1 : 1)) }));
    }
  }

  async function report(row_id: number, reason: string): Promise<void> {
    if (!(await signIn('登录后即可举报'))) return;
    try {
      await gateway('POST /comment/index/report', { id: row_id, reason });
      toastSuccess('感谢您的举报，我们会尽快处理');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** True once somebody is signed in. */
  async function signIn(reason: string): Promise<boolean> {
    const was_visitor = $session.get() === null;
    if (!(await askSession(reason))) return false;
    if (was_visitor) await open();
    return true;
  }

  return { $state, actions: { open, reveal, order, more, moreReplies, answer, write, edit, remove, setAside, like, report } };
}

/** Whether a comment has replies that are not on the screen. */
export function hasMoreReplies(thread: CommentThread, after: string | undefined): boolean {
  if (after !== undefined) return after !== '';
  return thread.reply_num > thread.replies.length && thread.replies.length >= Math.min(REPLIES_SHOWN, thread.reply_num);
}
