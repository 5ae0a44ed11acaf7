import type { RenderProgress } from '#contract/publish.ts';

/** How far the pages of a file are, in words and as a bar; nothing once all are there. `brief` leaves the advice out. */
export function RenderStatus({ render, brief = false }: { render: RenderProgress; brief?: boolean }) {
  if (render.status === 'done') return null;
  if (render.status === 'failed') {
    return (
      <p role="alert" className="rounded-field bg-tint p-3 text-error">
        {render.failure}
      </p>
    );
  }
  const percent = render.page_count > 0 ? (render.done_pages / render.page_count) * 100 : 0;
  return (
    <div className="grid gap-1">
      <progress
        className="progress progress-primary w-full"
        aria-label="页面生成进度"
        {...(render.status === 'rendering' && render.page_count > 0 ? { value: percent, max: 100 } : {})}
      />
      <p role="status" className="num text-xs text-muted">
        {brief ? renderText(render).split('，')[0] : renderText(render)}
      </p>
    </div>
  );
}

export function renderText(render: RenderProgress): string {
  if (render.status === 'waiting') return '排队处理中，您可以先填写下面的内容';
  if (render.status === 'converting') return '正在转换为页面，您可以先填写下面的内容';
  return `正在生成第 ${Math.min(render.done_pages + 1, render.page_count)}/${render.page_count} 页`;
}
