import { useStore } from '@nanostores/react';
import { History, Palette, Send, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOwnSession, useReaderKey } from '#client/use-session.ts';
import { AI_MARK, resultText, yuanText } from '#contract/assistant-text.ts';
import { findTool } from '#contract/assistant-tools.ts';
import {
  type OwnPaper,
  PAPER_NAMES,
  PAPER_NOTE_MAX,
  PAPER_TITLE_MAX,
  PAPERS_PATH,
  type PaperBody,
  PRICE_FEN_MAX,
  RATE_MAX,
  resultOfPaper,
} from '#contract/paper.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { AnswerText } from '../assistant/AnswerText.tsx';
import { ExportButtons } from '../assistant/ExportButtons.tsx';
import { BySentence } from './BySentence.tsx';
import { PaperRows } from './PaperRows.tsx';
import { createPaper, type PaperStore } from './paper.store.ts';
import { TemplateForm } from './TemplateForm.tsx';
import { Versions } from './Versions.tsx';

/** A document of one's own: edited in place, saved by itself, with what it was. */
export default function PaperIsland() {
  useOwnSession();
  const reader = useReaderKey();
  const [id, setId] = useState(0);
  useEffect(() => setId(Number(new URLSearchParams(location.search).get('id')) || -1), []);
  if (id < 0) return <Gone />;
  return id > 0 ? <Paper key={reader} id={id} /> : <Skeleton rows={5} row_class="h-12" label="正在打开文档" />;
}

function Gone() {
  return (
    <div className="panel">
      <Empty title="文档不存在或已删除" hint="删除的文档七天内可以在“我的文档”里恢复。">
        <a className="btn btn-primary" href={PAPERS_PATH}>
          我的文档
        </a>
      </Empty>
    </div>
  );
}

function Paper({ id }: { id: number }) {
  const [{ $state, actions }] = useState(() => createPaper(id));
  const { own, failure, form, save, steps } = useStore($state);
  useOwnLoad(actions.load, own !== null);
  if (failure?.status === 404) return <Gone />;
  if (failure && !own) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!own) return <Skeleton rows={5} row_class="h-12" label="正在打开文档" />;
  if (save.kind === 'conflict' && save.whole) return <TwoTexts acts={actions} />;
  const { kind } = own;
  const showVersions = async () => {
    await actions.saveAgain();
    await openDialog<void>((close) => <Versions paper={own} back={actions.back} close={close} />);
  };
  const sendToClient = async () => {
    await actions.saveAgain();
    const { makeClientLink } = await import('../client-link/open-client-link.tsx');
    await makeClientLink({ id, title: form.title, is_paper: true });
  };
  const showTemplate = () =>
    openDialog<void>((close) => (
      <Dialog open title="导出模板" width={544} onClose={() => close()}>
        <TemplateForm onSaved={() => close()} />
      </Dialog>
    ));
  return (
    <>
      <article className="panel no-print grid gap-4 p-4 sm:p-6" aria-label={form.title}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="badge">{PAPER_NAMES[kind]}</span>
          {own.by_ai === 1 && <span className="rounded-full bg-tint px-2 py-0.5 text-xs font-semibold text-primary">{AI_MARK}</span>}
          <SaveLine save={save} acts={actions} className="mr-auto" />
          <Button size="sm" look="ghost" disabled={steps === 0} icon={<Undo2 size={14} aria-hidden="true" />} onClick={actions.undo}>
            撤销
          </Button>
          <Button size="sm" look="ghost" icon={<History size={14} aria-hidden="true" />} onClick={() => void showVersions()}>
            历史版本
          </Button>
          <Button size="sm" look="ghost" icon={<Palette size={14} aria-hidden="true" />} onClick={() => void showTemplate()}>
            导出模板
          </Button>
          <Button size="sm" look="ghost" icon={<Send size={14} aria-hidden="true" />} onClick={() => void sendToClient()}>
            发给客户
          </Button>
          <div className="flex flex-wrap gap-1">
            <ExportButtons verb="导出 " formats={findTool(kind)?.exports ?? []} onExport={actions.export} />
          </div>
        </div>
        <input
          className="paper-title"
          aria-label="文档名称"
          placeholder="未命名"
          maxLength={PAPER_TITLE_MAX}
          value={form.title}
          onChange={({ target }) => actions.change({ title: target.value })}
        />
        {kind === 'rundown' && (
          <div className="w-40">
            <Field label="开始时间" type="time" value={form.body.start} onValue={(start) => start && actions.changeBody({ start })} />
          </div>
        )}
        <BySentence paper={own} body={form.body} actions={actions} />
        <PaperRows kind={kind} body={form.body} actions={actions} />
        {kind === 'budget' && <Sums body={form.body} actions={actions} />}
        {(kind === 'budget' || kind === 'outline') && (
          <TextArea
            label={kind === 'outline' ? '导语' : '说明'}
            rows={2}
            maxLength={PAPER_NOTE_MAX}
            value={form.body.note}
            onValue={(note) => actions.changeBody({ note })}
          />
        )}
      </article>
      <PaperSheet title={form.title} body={form.body} own={own} />
    </>
  );
}

/** What is printed: the document without what one presses. */
function PaperSheet({ title, body, own: { kind, by_ai } }: { title: string; body: PaperBody; own: OwnPaper }) {
  return (
    <div className="paper-sheet">
      <AnswerText text={resultText(resultOfPaper(kind, title, body))} sources={[]} />
      {by_ai === 1 && <p className="mt-4 text-xs text-muted">{AI_MARK}，请核实后使用</p>}
    </div>
  );
}

/** What the total is to be within, and by how much it is above it. */
function Limit({ limit_fen, total_fen, onLimit }: { limit_fen: number; total_fen: number; onLimit(fen: number): void }) {
  const over = limit_fen > 0 ? total_fen - limit_fen : 0;
  return (
    <div className="flex justify-end gap-3">
      <dt className="mt-2 text-muted">总预算（元）</dt>
      <dd className="grid justify-items-end gap-1">
        <input
          className="paper-field num w-32 text-right"
          aria-label="总预算（元）"
          type="number"
          min={0}
          max={PRICE_FEN_MAX / 100}
          step={0.01}
          placeholder="没有写明"
          value={limit_fen === 0 ? '' : limit_fen / 100}
          onChange={({ target }) => {
            const fen = target.value === '' ? 0 : Math.round(target.valueAsNumber * 100);
            if (fen >= 0 && fen <= PRICE_FEN_MAX) onLimit(fen);
          }}
        />
        <span role="status" className={`num ${over > 0 ? 'font-semibold text-error' : 'text-xs text-muted'}`}>
          {limit_fen > 0 && (over > 0 ? `超出总预算 ¥${yuanText(over)}` : `在总预算之内，还余 ¥${yuanText(-over)}`)}
        </span>
      </dd>
    </div>
  );
}

function Sums({ body, actions }: { body: PaperBody; actions: PaperStore['actions'] }) {
  const sums = resultOfPaper('budget', '', body);
  if (sums.tool !== 'budget') return null;
  const line = (label: string, fen: number, rate?: 'service_permille' | 'tax_permille', strong = false) => (
    <div className="flex items-center justify-end gap-3">
      <dt className="flex items-center gap-1 text-muted">
        {label}
        {rate && (
          <>
            <input
              className="paper-field num w-14 text-right"
              aria-label={`${label}费率（%）`}
              type="number"
              min={0}
              max={RATE_MAX / 10}
              step={0.1}
              value={body[rate] / 10}
              onChange={({ target }) => {
                const permille = Math.round(target.valueAsNumber * 10);
                if (permille >= 0 && permille <= RATE_MAX) actions.changeBody({ [rate]: permille });
              }}
            />
            %
          </>
        )}
      </dt>
      <dd className={`num min-w-32 text-right ${strong ? 'text-lg font-semibold' : ''}`}>¥{yuanText(fen)}</dd>
    </div>
  );
  return (
    <dl className="grid gap-1 border-t border-line pt-3" aria-label="合计，由系统计算">
      {line('小计', sums.subtotal_fen)}
      {line('服务费', sums.service_fen, 'service_permille')}
      {line('税金', sums.tax_fen, 'tax_permille')}
      {line('合计', sums.total_fen, undefined, true)}
      <Limit limit_fen={body.limit_fen ?? 0} total_fen={sums.total_fen} onLimit={(limit_fen) => actions.changeBody({ limit_fen })} />
    </dl>
  );
}
