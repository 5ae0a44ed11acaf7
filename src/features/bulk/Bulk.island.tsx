import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { BULK_ROW_TEXT, BULK_STATE_TEXT, type BulkImport, type BulkReport } from '#contract/bulk.ts';
import type { BulkRow } from '#contract/outputs/bulk.ts';
import { DropZone } from '#kit/upload/DropZone.tsx';
import { UploadStatus } from '#kit/upload/UploadStatus.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { createBulk } from './bulk.store.ts';

/** What the screen must know of a kind. */
export interface BulkKind {
  key: string;
  noun: string;
  edit: string;
}

const FORMATS = ['zip'];
const ACTIONS = [
  { action: 'draft', title: '存为草稿', about: '先检查一遍，再逐件提交' },
  { action: 'submit', title: '直接提交', about: '与逐件点“发布”相同' },
] as const;

/** 批量导入: template, upload, and what became of each line. */
export default function BulkIsland({ kinds }: { kinds: BulkKind[] }) {
  const [{ $state, actions }] = useState(() => createBulk({ kinds: kinds.map(({ key }) => key) }));
  const state = useStore($state);
  const id = useId();
  useEffect(() => actions.open(), [actions]);
  const kind = kinds.find(({ key }) => key === state.kind) ?? kinds[0];
  const busy = state.upload !== null || state.beginning;
  if (state.failure && !state.list) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  // nothing can be pressed before it answers
  if (!state.list) return <Skeleton rows={2} row_class="h-40" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <section className="panel grid grid-cols-1 gap-4 p-4 sm:p-6" aria-labelledby={`${id}-new`}>
        <h2 id={`${id}-new`} className="text-base font-semibold">
          新的导入
        </h2>
        <ol className="grid list-decimal gap-1 pl-5 text-muted">
          <li>选择作品类型，下载清单模板，每行填一件作品；带 * 的列必填。</li>
          <li>“文件”“图片”“封面”写压缩包里的文件名；图片可以写文件夹名，按文件名排序。</li>
          <li>把清单和作品文件一起打成一个 ZIP（最大 1 GB、500 件）上传。</li>
          <li>同一个“编号”再次导入不会重复：没变的跳过，改过的更新，失败的改好后整包重传即可。</li>
        </ol>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label="作品类型"
            className="select"
            value={state.kind}
            disabled={busy}
            onValue={actions.chooseKind}
            options={kinds.map(({ key, noun }) => [key, noun])}
          />
          <Button
            className="mb-6"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => void actions.saveTemplate(kind?.noun ?? '')}
          >
            下载{kind?.noun}清单模板
          </Button>
        </div>
        <div role="radiogroup" aria-label="导入后" className="grid gap-3 sm:grid-cols-2">
          {ACTIONS.map(({ action, title, about }) => (
            <label
              key={action}
              className={classNames('flex cursor-pointer gap-3 rounded-box p-3 framed', state.action === action && 'bg-tint framed-chosen')}
            >
              <input
                type="radio"
                name={`${id}-action`}
                className="radio radio-primary radio-sm mt-0.5"
                checked={state.action === action}
                disabled={busy}
                onChange={() => actions.chooseAction(action)}
              />
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="block text-xs text-muted">{about}</span>
              </span>
            </label>
          ))}
        </div>
        {state.upload ? (
          <UploadStatus
            upload={state.upload}
            formats={FORMATS}
            onCancel={actions.cancel}
            onResume={actions.resume}
            onFile={actions.choose}
          />
        ) : (
          <DropZone formats={FORMATS} invalid={state.refusal !== null} limit="最大 1 GB" onFile={actions.choose} />
        )}
        <FormError className="min-h-5 text-error" failure={state.refusal} />
      </section>
      {state.report && <Report report={state.report} kinds={kinds} onSave={() => void actions.saveReport(state.report as BulkReport)} />}
      {state.list.length > 1 && <Earlier list={state.list} shown={state.report?.id} onLook={(one) => void actions.look(one)} />}
    </div>
  );
}

const LOOK: Record<BulkRow['status'], string> = {
  waiting: 'text-muted',
  done: 'text-success',
  unchanged: 'text-muted',
  failed: 'text-error',
};

function Report({ report, kinds, onSave }: { report: BulkReport; kinds: BulkKind[]; onSave(): void }) {
  const { counts, total, status } = report;
  const kind = kinds.find(({ key }) => key === report.kind);
  const over = total - counts.waiting;
  const words = [`已导入 ${counts.done} 件`, `没有变化 ${counts.unchanged} 件`, `失败 ${counts.failed} 件`, `等待 ${counts.waiting} 件`];
  return (
    <section className="panel p-4 sm:p-6" aria-label="导入结果">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-all">{report.name}</h2>
          <p className="num text-xs text-muted">
            {kind?.noun} · {timeText(report.created_at)} · {BULK_STATE_TEXT[status]}
          </p>
        </div>
        <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={onSave}>
          导出结果
        </Button>
      </div>
      <progress className="progress progress-primary mt-3 w-full" value={over} max={Math.max(1, total)} aria-label="导入进度" />
      <p role="status" className="num mt-1 text-muted">
        {words.join('，')}
      </p>
      {report.failure && <FormError className="mt-2 text-error">{report.failure}</FormError>}
      <ul className="mt-3 grid grid-cols-1 divide-y divide-line" aria-label="每一行的结果">
        {report.rows.map((row) => (
          <li key={row.row_no} className="flex gap-3 py-2">
            <span className="num w-10 shrink-0 text-muted">{row.row_no}</span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-1">
                <span className="num text-muted">{row.key}</span> {row.title}
              </span>
              {row.message && <span className="block text-xs text-error">{row.message}</span>}
            </span>
            <span className={`shrink-0 ${LOOK[row.status]}`}>{BULK_ROW_TEXT[row.status]}</span>
            {row.item_id !== null && kind && (
              <a
                className="shrink-0 underline underline-offset-2"
                href={`${kind.edit}?id=${row.item_id}`}
                aria-label={`编辑 ${row.title || row.key}`}
              >
                编辑
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Earlier({ list, shown, onLook }: { list: BulkImport[]; shown: number | undefined; onLook(id: number): void }) {
  return (
    <section className="panel p-4 sm:p-6" aria-label="最近的导入">
      <h2 className="mb-2 text-base font-semibold">最近的导入</h2>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {list.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="min-w-0 flex-1 basis-48 truncate">{one.name}</span>
            <span className="num text-xs text-muted">
              {timeText(one.created_at)} · {one.counts.done + one.counts.unchanged}/{one.total} 件
              {one.counts.failed > 0 && `，失败 ${one.counts.failed} 件`}
            </span>
            <Button size="sm" disabled={one.id === shown} aria-label={`查看 ${one.name} 的结果`} onClick={() => onLook(one.id)}>
              {one.id === shown ? '正在查看' : '查看'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
