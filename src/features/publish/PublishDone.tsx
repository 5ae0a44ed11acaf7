import { CircleCheckBig } from 'lucide-react';
import type { SavedItem } from '#contract/publish.ts';

/** What happened to the submit, and where to go from here. */
export function PublishDone({ done, title, held }: { done: SavedItem; title: string; held: boolean }) {
  const { heading, text } = wordsFor(done, held);
  return (
    <div className="panel mx-auto grid max-w-xl justify-items-center gap-2 px-6 py-16 text-center" role="status">
      <CircleCheckBig size={48} className="text-success" aria-hidden="true" />
      <h2 className="mt-2 text-lg font-semibold">{heading}</h2>
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {done.status === 'published' && (
          <a className="btn btn-primary" href={`/programme/detail?id=${done.id}`}>
            查看方案
          </a>
        )}
        <a className={done.status === 'published' ? 'btn' : 'btn btn-primary'} href="/personalCenter/myPublish">
          我的发布
        </a>
        <a className="btn btn-ghost" href="/programme/add">
          再发布一份
        </a>
      </div>
    </div>
  );
}

function wordsFor({ status, waiting }: SavedItem, held: boolean): { heading: string; text: string } {
  const new_file = held ? '新文件正在生成页面，完成后先由审核员查看，通过后重新上架。' : '新文件正在生成页面，完成后自动替换旧页面。';
  if (status === 'published' && waiting) return { heading: '修改已生效', text: new_file };
  if (status === 'published') return { heading: '发布成功', text: '读者现在就能搜索到它。' };
  if (status === 'reviewing') return { heading: '已提交审核', text: '通过后自动上架，结果会显示在“我的发布”。' };
  if (status === 'taken_down') return { heading: '修改已保存', text: '方案仍处于下架状态，可在“我的发布”恢复上架。' };
  return { heading: '已提交', text: `文件还在生成页面，完成后自动${held ? '送审' : '发布'}，您可以离开此页。` };
}
