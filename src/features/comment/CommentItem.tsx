import { useState } from 'react';
import type { Failure } from '#client/api-error.ts';
import { COMMENT_EDIT_S, type CommentRow, commentAnchor, REPORT_REASONS } from '#contract/comment.ts';
import { paths } from '#contract/paths.ts';
import { useFocusBack } from '#kit/use-focus-back.ts';
import { countText } from '#ui/price-text.ts';
import { CommentForm } from './CommentForm.tsx';
import type { CommentsState, createComments } from './comments.store.ts';

type Actions = ReturnType<typeof createComments>['actions'];

export interface CommentItemProps {
  row: CommentRow;
  /** The comment that it stands below; its own number for one that stands for itself. */
  root_id: number;
  state: Pick<CommentsState, 'liked' | 'own' | 'aside' | 'author'>;
  actions: Actions;
}

/** Date in Shanghai; the same on the server and in the browser. */
const dayText = (at_s: number): string => new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** A comment or a reply with what a reader may do. */
export function CommentItem({ row, root_id, state, actions }: CommentItemProps) {
  const [asks, setAsks] = useState<'delete' | 'report' | 'edit' | 'aside' | 'back' | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  useFocusBack(asks);
  const own = state.own.has(row.id);
  const ask = (what: typeof asks) => setAsks(asks === what ? null : what);
  const show = () => {
    setAsks('back');
    void actions.setAside(row.id, '');
  };
  const remove = own ? <Act name="删除" open={asks === 'delete'} onPress={() => ask('delete')} /> : null;
  const confirm =
    asks === 'delete' ? (
      <p className="mt-1 flex flex-wrap items-center gap-2 sm:ml-10">
        <span>删除后不能恢复</span>
        <button type="button" className="btn btn-error btn-xs" onClick={() => void actions.remove(row.id)}>
          确定删除
        </button>
        <button type="button" className="btn btn-xs" onClick={() => setAsks(null)}>
          取消
        </button>
      </p>
    ) : null;
  if (row.gone !== 0) {
    const hidden = state.aside.find(({ id }) => id === row.id);
    return (
      <div id={commentAnchor(row.id)}>
        <p className="flex flex-wrap items-center gap-2 text-muted">
          {row.gone === 1 ? '这条评论已删除' : `作者隐藏了${own ? '您的' : '这条'}评论${hidden?.reason ? `，原因：${hidden.reason}` : ''}`}
          {row.gone === 2 && state.author ? <Act name="恢复显示" focus={asks === 'aside'} onPress={show} /> : null}
          {row.gone === 2 ? remove : null}
        </p>
        {hidden ? (
          <details className="mt-1 text-muted">
            <summary className="cursor-pointer">查看原文</summary>
            <p className="mt-1 break-words whitespace-pre-line">{hidden.text}</p>
          </details>
        ) : null}
        {row.gone === 2 ? confirm : null}
      </div>
    );
  }
  const liked = state.liked.has(row.id);
  const { writer } = row;
  const edit = async (text: string) => {
    setBusy(true);
    const wrong = await actions.edit(row.id, text);
    setBusy(false);
    setRefusal(wrong);
    if (!wrong) setAsks(null);
    return !wrong;
  };
  return (
    <div id={commentAnchor(row.id)} className="scroll-mt-24">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {writer.headimgurl ? (
          <img
            src={writer.headimgurl}
            alt=""
            width={32}
            height={32}
            loading="lazy"
            className="size-8 rounded-full bg-ground object-cover"
          />
        ) : (
          <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-ground text-xs text-muted">
            {[...writer.nickname][0]}
          </span>
        )}
        <a className="quiet-link font-semibold" href={paths.publisher(writer.id)}>
          {writer.nickname}
        </a>
        {row.by_author === 1 ? <span className="badge badge-soft badge-sm">作者</span> : null}
        {row.answers ? <span className="text-xs text-muted">回复 {row.answers.nickname}</span> : null}
        <time className="num text-xs text-muted">{dayText(row.created_at)}</time>
      </p>
      {asks === 'edit' ? (
        <div className="sm:ml-10">
          <CommentForm
            name={`edit-${row.id}`}
            first={row.text}
            verb="保存"
            label="修改评论"
            placeholder="修改评论"
            busy={busy}
            refusal={refusal}
            focus
            onSend={edit}
            onCancel={() => setAsks(null)}
          />
        </div>
      ) : (
        <p className="mt-1 break-words whitespace-pre-line sm:ml-10">{row.text}</p>
      )}
      <p className="num mt-1 -ml-2 flex flex-wrap sm:ml-8">
        <button
          type="button"
          className={`btn btn-ghost btn-xs ${liked ? 'font-semibold' : 'text-muted'}`}
          aria-pressed={liked}
          onClick={() => void actions.like(row.id)}
        >
          {liked ? '已' : ''}赞<span className="sr-only"> {writer.nickname} 的评论</span> {row.like_num > 0 ? countText(row.like_num) : ''}
        </button>
        <Act name="回复" label={`回复 ${writer.nickname}`} onPress={() => actions.answer(root_id, row)} />
        {own && (asks === 'edit' || Date.now() / 1000 < row.created_at + COMMENT_EDIT_S) ? (
          <Act name="修改" open={asks === 'edit'} onPress={() => ask('edit')} />
        ) : null}
        {remove ?? <Act name="举报" label={`举报 ${writer.nickname} 的评论`} open={asks === 'report'} onPress={() => ask('report')} />}
        {state.author && !own ? (
          <Act
            name="隐藏"
            label={`隐藏 ${writer.nickname} 的评论`}
            open={asks === 'aside'}
            focus={asks === 'back'}
            onPress={() => ask('aside')}
          />
        ) : null}
      </p>
      {confirm}
      {asks === 'report' || asks === 'aside' ? (
        <fieldset
          className="mt-1 flex flex-wrap items-center gap-2 sm:ml-10"
          aria-label={asks === 'aside' ? '隐藏的原因，会告诉写评论的人' : '举报的原因'}
        >
          {asks === 'aside' ? <span>隐藏的原因，会告诉对方：</span> : null}
          {REPORT_REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="btn btn-xs"
              onClick={() => {
                if (asks === 'aside') return void actions.setAside(row.id, reason);
                setAsks(null);
                void actions.report(row.id, reason);
              }}
            >
              {reason}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

interface ActProps {
  name: string;
  label?: string;
  open?: boolean;
  /** What was pressed before has gone, and the focus with it. */
  focus?: boolean;
  onPress(): void;
}

function Act({ name, label, open, focus = false, onPress }: ActProps) {
  const shared = { 'aria-label': label, 'aria-expanded': open, autoFocus: focus, onClick: onPress };
  return (
    <button type="button" className="btn btn-ghost btn-xs text-muted" {...shared}>
      {name}
    </button>
  );
}
