import { CircleAlert, CircleCheckBig, Share2 } from 'lucide-react';
import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { copy } from '#kit/copy.ts';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import type { PublishState } from './publish.store.ts';
import { RenderStatus } from './RenderStatus.tsx';
import { usePublished } from './use-published.ts';

type Done = NonNullable<PublishState['done']>;

export interface PublishDoneProps {
  kind: KindFacts;
  done: Done;
  title: string;
  held: boolean;
}

/** What became of the submit, also while it goes on by itself, and where to go from here. */
export function PublishDone({ kind, done: submitted, title, held }: PublishDoneProps) {
  const { done, drawing } = usePublished(kind, submitted);
  const { heading, text } = wordsFor(kind, done, held);
  const shown = done.status === 'published';
  const back = done.status === 'failed' || done.status === 'rejected';
  const path = detailPath(kind, done.id);
  return (
    <Answered silent className="panel mx-auto grid max-w-xl justify-items-center gap-2 px-6 py-16 text-center">
      {back ? (
        <CircleAlert size={48} className="text-error" aria-hidden="true" />
      ) : (
        <CircleCheckBig size={48} className="text-success" aria-hidden="true" />
      )}
      <div role="status" className="contents">
        <h1 className="mt-2 text-lg font-semibold">{heading}</h1>
        <p className="font-semibold">{title}</p>
        <p className="text-muted">{text}</p>
      </div>
      {drawing && (done.waiting || done.status === 'rendering') && (
        <div className="mt-2 w-full max-w-80">
          <RenderStatus render={drawing} brief />
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {shown && (
          <>
            <a className="btn btn-primary" href={path}>
              查看{kind.noun}
            </a>
            <Button icon={<Share2 size={16} aria-hidden="true" />} onClick={() => void share(title, `${location.origin}${path}`)}>
              分享
            </Button>
          </>
        )}
        {back && (
          <a className="btn btn-primary" href={`${kind.paths.edit}?id=${done.id}`}>
            回去修改
          </a>
        )}
        <a className={shown || back ? 'btn' : 'btn btn-primary'} href="/personalCenter/myPublish">
          我的发布
        </a>
        <a className="btn btn-ghost" href={kind.paths.add}>
          再发布一{kind.measure}
        </a>
      </div>
    </Answered>
  );
}

/** By the phone's own sheet, or the address on the clipboard. */
async function share(title: string, url: string): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) return navigator.share({ title, url }).catch(() => undefined);
  await copy(`${title} ${url}`, '链接已复制，可以发给朋友');
}

export function wordsFor(kind: KindFacts, { status, waiting, was_published }: Done, held: boolean): { heading: string; text: string } {
  const new_file = held ? '新文件正在生成页面，完成后先由审核员查看，通过后重新上架。' : '新文件正在生成页面，完成后自动替换旧页面。';
  if (status === 'published' && waiting) return { heading: '修改已生效', text: new_file };
  if (status === 'published' && was_published) return { heading: '修改已生效', text: '读者现在看到的就是修改后的内容。' };
  if (status === 'published') return { heading: '发布成功', text: '读者现在就能搜索到它，分享出去会有第一批读者。' };
  if (status === 'scheduled') return { heading: '已定时发布', text: '到时自动发布，可在“我的发布”更改或取消时间。' };
  if (status === 'reviewing') return { heading: '已提交审核', text: '通过后自动上架，结果会以消息通知您；您可以离开此页。' };
  if (status === 'taken_down') return { heading: '修改已保存', text: `${kind.noun}仍处于下架状态，可在“我的发布”恢复上架。` };
  if (status === 'failed') return { heading: '文件没有处理成功', text: '请换一个文件，或在“我的发布”重试。' };
  if (status === 'rejected') return { heading: '没有通过审核', text: '原因写在“我的发布”里，修改后可以再次提交。' };
  return { heading: '已提交', text: `文件还在生成页面，完成后自动${held ? '送审' : '发布'}，您可以离开此页。` };
}
