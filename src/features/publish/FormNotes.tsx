import { inName } from '#client/in-name-of.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { PublishedRow } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import type { KnownItem } from './publish.store.ts';

export interface FormNotesProps {
  kind: KindFacts;
  known: KnownItem | null;
  unfinished: PublishedRow | null;
  onDismiss(): void;
}

/** What has to be known before typing: a draft begun before, why it came back, what is under way. */
export function FormNotes({ kind, known, unfinished, onDismiss }: FormNotesProps) {
  return (
    <>
      {unfinished && (
        <div role="status" className="flex flex-wrap items-center gap-3 rounded-box bg-tint p-4">
          <p className="min-w-0 flex-1 basis-60">
            您有一{kind.measure}没有完成的草稿：<strong>{unfinished.title || `未命名${kind.noun}`}</strong>
            <span className="num ml-2 text-xs text-muted">{timeText(unfinished.updated_at)} 保存</span>
          </p>
          <a className="btn btn-primary btn-sm" href={inName(`${kind.paths.edit}?id=${unfinished.id}`)}>
            继续编辑
          </a>
          <Button size="sm" look="ghost" onClick={onDismiss}>
            新建一{kind.measure}
          </Button>
        </div>
      )}
      {known?.status === 'rejected' && known.reject_reason && (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          未通过审核：{known.reject_reason}。修改后重新提交即可。
        </p>
      )}
      {known?.status === 'taken_down' && known.reject_reason && (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          已被下架：{known.reject_reason}
        </p>
      )}
      {known?.waiting && (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          上次提交的文件正在生成页面，完成后按提交时的内容生效；之后的修改请再次提交。
        </p>
      )}
    </>
  );
}
