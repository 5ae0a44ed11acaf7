import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import type { CommentKind } from '#contract/comment.ts';
import { COMMENT_SORTS, type CommentList, type CommentSort, commentAnchor } from '#contract/comment.ts';
import { useFocusBack } from '#kit/use-focus-back.ts';
import { FormError } from '#ui/FormError.tsx';
import { focusOn } from '#ui/keep-place.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { createComments, hasMoreReplies } from './comments.store.ts';

export interface CommentsIslandProps {
  kind: CommentKind;
  id: number;
  /** The first page, as the server rendered it. */
  initial: CommentList;
}

/** Comments below a work. Place it with `client:intent="signed-in"`: a reader without JavaScript sees the first page. */
export default function CommentsIsland({ kind, id, initial }: CommentsIslandProps) {
  const [{ $state, actions }] = useState(() => createComments({ kind, id, initial }));
  const state = useStore($state);
  const session = useSession();
  const user_id = session?.user.id ?? 0;
  useEffect(() => {
    if (user_id > 0) void actions.open();
  }, [actions, user_id]);
  // a notice names a comment that may stand further down than the first page goes
  useEffect(() => {
    const go = async () => {
      const named = Number(/^#comment-(\d{1,15})$/.exec(location.hash)?.[1] ?? 0);
      if (named === 0 || !(await actions.reveal(named))) return;
      requestAnimationFrame(() => document.getElementById(commentAnchor(named))?.scrollIntoView({ block: 'center' }));
    };
    void go();
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, [actions]);
  const { list, total, answering, fresh } = state;
  useFocusBack(answering?.id);
  const held = useRef<HTMLParagraphElement>(null);
  // the button that sent it is gone, or was pressed twice
  useEffect(() => {
    if (fresh) focusOn(fresh === 'held' ? held.current : document.getElementById(commentAnchor(fresh)));
  }, [fresh]);
  return (
    <section className="panel p-5 md:p-6" aria-labelledby="comments-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="comments-title" className="num text-lg font-semibold">
          评论 {total > 0 ? total : ''}
        </h2>
        {total > 1 ? (
          <fieldset className="flex gap-1" aria-label="评论排序">
            {(Object.entries(COMMENT_SORTS) as Array<[CommentSort, string]>).map(([sort, label]) => (
              <button
                key={sort}
                type="button"
                className={`btn btn-sm ${state.sort === sort ? 'btn-soft' : 'btn-ghost'}`}
                aria-pressed={state.sort === sort}
                disabled={state.busy === 'list'}
                onClick={() => void actions.order(sort)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      <CommentForm
        name={`comment-${kind}-${id}`}
        label="写评论"
        placeholder="说说您的看法或经验"
        busy={state.busy === 'write' && !answering}
        refusal={answering ? null : state.refusal}
        onSend={(text) => actions.write(text, null)}
      />
      {state.held.map((text) => (
        <p key={text} ref={held} role="status" className="mt-3 rounded-field bg-gold-tint p-3 text-gold-ink">
          审核后显示：{text}
        </p>
      ))}
      {list.length === 0 ? (
        <p className="py-8 text-center text-muted">还没有评论，来写第一条</p>
      ) : (
        <ul className="mt-2" aria-busy={state.busy === 'list'}>
          {list.map((thread) => (
            <li key={thread.id} className="border-t border-line py-4 first:border-t-0">
              <CommentItem row={thread} state={state} actions={actions} root_id={thread.id} />
              {thread.replies.length > 0 ? (
                <ul className="mt-3 grid gap-3 rounded-field bg-ground p-3 sm:ml-12">
                  {thread.replies.map((reply) => (
                    <li key={reply.id}>
                      <CommentItem row={reply} state={state} actions={actions} root_id={thread.id} />
                    </li>
                  ))}
                </ul>
              ) : null}
              {hasMoreReplies(thread, state.replies_after[thread.id]) ? (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm mt-2 sm:ml-12"
                  disabled={state.busy !== null}
                  onClick={() => void actions.moreReplies(thread.id)}
                >
                  {state.busy === `replies-${thread.id}` ? '正在读取…' : `查看更多回复（共 ${thread.reply_num} 条）`}
                </button>
              ) : null}
              {answering?.root_id === thread.id ? (
                <div className="sm:ml-12">
                  <CommentForm
                    key={answering.id}
                    name={`reply-${answering.id}`}
                    label={`回复 ${answering.nickname}`}
                    placeholder={`回复 ${answering.nickname}`}
                    busy={state.busy === 'write'}
                    refusal={state.refusal}
                    focus
                    onSend={(text) => actions.write(text, answering)}
                    onCancel={() => actions.answer(thread.id, null)}
                  />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {state.failed ? <FormError className="mt-3 text-center text-error">评论没有加载出来，请再试一次</FormError> : null}
      {state.after !== '' ? (
        <p className="mt-2 text-center">
          <button type="button" className="btn btn-sm" disabled={state.busy !== null} onClick={() => void actions.more()}>
            {state.busy === 'more' ? '正在读取…' : '更多评论'}
          </button>
        </p>
      ) : null}
    </section>
  );
}
