import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { TOOLS_PATH } from '#contract/assistant.ts';
import type { OwnPage } from '#contract/center.ts';
import { PAPER_KINDS, PAPER_NAMES, PAPER_TITLE_MAX, type PaperKind, type PaperLine, paperPath } from '#contract/paper.ts';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Form } from '#ui/Form.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { beginPaper, loadPapers, ORDER_NAMES, removePaper, renamePaper, restorePaper } from './paper-calls.ts';

const KIND_CHIPS = [{ key: '', title: '全部' }, ...PAPER_KINDS.map((key) => ({ key, title: PAPER_NAMES[key] }))];

/** 我的文档: found, put in order, renamed, thrown away and brought back. */
export default function PapersIsland() {
  const filters = { kind: ['', ...PAPER_KINDS], order: ORDER_NAMES.map(([key]) => key) };
  const { list, state } = useOwnList<OwnPage<PaperLine>>(['mine', 'gone'], loadPapers, { filters });
  const [removed, setRemoved] = useState<PaperLine | null>(null);
  const [making, setMaking] = useState<PaperKind | null>(null);
  const gone = state.tab === 'gone';
  const narrowed = state.q !== '' || state.filters['kind'] !== '';
  const make = async (kind: PaperKind) => {
    setMaking(kind);
    try {
      await beginPaper(kind);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMaking(null);
    }
  };
  const remove = (row: PaperLine) =>
    list.actions.act(
      row.id,
      async () => {
        await removePaper(row.id);
        setRemoved(row);
      },
      '已删除',
    );
  const restore = (row: PaperLine) =>
    list.actions.act(
      row.id,
      async () => {
        await restorePaper(row.id);
        setRemoved(null);
      },
      '已恢复',
    );
  const empty = narrowed
    ? {
        title: '没有找到',
        hint: '换个词，或者看看全部类型。',
        children: <Button onClick={() => list.actions.choose({ q: '', filters: { kind: '' } })}>看全部</Button>,
      }
    : {
        title: gone ? '没有删除的文档' : '还没有文档',
        hint: gone ? '删除的文档在这里保留七天。' : '用助手的工具生成大纲、预算或流程，点“保存为文档”；也可以在上面新建空白的。',
        children: (
          <a className="btn btn-primary" href={TOOLS_PATH}>
            打开工具箱
          </a>
        ),
      };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="文档"
        tabs={[
          { key: 'mine', title: '我的文档' },
          { key: 'gone', title: '最近删除' },
        ]}
        current={state.tab}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-2">
            <OwnSearch label="搜索文档" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
            <SelectBox
              aria-label="排序"
              className="select w-36"
              options={ORDER_NAMES}
              value={state.filters['order'] ?? 'saved'}
              onValue={(order) => list.actions.choose({ filters: { order } })}
            />
            <SelectBox
              aria-label="新建空白文档"
              className="select w-36 sm:ml-auto"
              none="新建文档"
              options={PAPER_KINDS.map((kind) => [kind, PAPER_NAMES[kind]] as const)}
              value={making ?? ''}
              disabled={making !== null}
              onValue={(kind) => void make(kind as PaperKind)}
            />
          </div>
          <Chips
            label="文档类型"
            chips={KIND_CHIPS}
            current={state.filters['kind'] ?? ''}
            onChoose={(kind) => list.actions.choose({ filters: { kind } })}
          />
          {removed && (
            <p role="status" className="flex flex-wrap items-center gap-2 rounded-box bg-ground p-3">
              <span className="min-w-0 break-words">已删除“{removed.title}”，七天内可以恢复。</span>
              <Button size="sm" onClick={() => void restore(removed)}>
                撤销删除
              </Button>
            </p>
          )}
          <OwnListFrame state={state} list={list} keyOf={(row: PaperLine) => row.id} empty={empty}>
            {(row) => (
              <Line
                row={row}
                busy={state.acting === row.id}
                onRemove={() => void remove(row)}
                onRestore={() => void restore(row)}
                onRenamed={list.actions.reload}
              />
            )}
          </OwnListFrame>
        </div>
      </Tabs>
    </div>
  );
}

interface LineProps {
  row: PaperLine;
  busy: boolean;
  onRemove(): void;
  onRestore(): void;
  onRenamed(): unknown;
}

/** It was asked for by a press. */
const focusIt = (field: HTMLInputElement | null) => field?.focus();

function Line({ row, busy, onRemove, onRestore, onRenamed }: LineProps) {
  const { id, kind, title, about, saved_at, gone_until } = row;
  const [name, setName] = useState<string | null>(null);
  const rename = async () => {
    try {
      if (name?.trim()) await renamePaper(id, name.trim());
      setName(null);
      await onRenamed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  if (name !== null) {
    return (
      <Form className="flex flex-wrap gap-2 py-4" onSubmit={rename}>
        <input
          className="input min-w-48 flex-1"
          ref={focusIt}
          aria-label={`“${title}”的新名称`}
          maxLength={PAPER_TITLE_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" look="primary">
          保存
        </Button>
        <Button onClick={() => setName(null)}>取消</Button>
      </Form>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        {gone_until === 0 ? (
          <a className="text-base font-semibold break-words hover:text-primary" href={paperPath(id)}>
            {title}
          </a>
        ) : (
          <span className="text-base font-semibold break-words">{title}</span>
        )}
        <p className="num text-xs text-muted">
          {PAPER_NAMES[kind]} · {about} · {gone_until === 0 ? `${timeText(saved_at)} 修改` : `${timeText(gone_until)} 彻底删除`}
        </p>
      </div>
      <div className="flex gap-1">
        {gone_until > 0 ? (
          <Button size="sm" busy={busy} aria-label={`恢复“${title}”`} onClick={onRestore}>
            恢复
          </Button>
        ) : (
          <>
            <Button size="sm" look="ghost" aria-label={`重命名“${title}”`} onClick={() => setName(title)}>
              重命名
            </Button>
            <Button size="sm" look="ghost" busy={busy} aria-label={`删除“${title}”`} onClick={onRemove}>
              删除
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
