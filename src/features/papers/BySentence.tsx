import { useStore } from '@nanostores/react';
import { WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isOpen } from '#contract/assistant.ts';
import { yuanText } from '#contract/assistant-text.ts';
import { ORDER_EXAMPLES, type OwnPaper, PAPER_SENTENCE_MAX, type PaperBody, paperAbout, paperOfResult } from '#contract/paper.ts';
import { type PaperChange, paperChanges, rowsTaken, rowWords } from '#contract/paper-changes.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { coinHooks } from '../assistant/ask-coins.tsx';
import { Standing } from '../assistant/Standing.tsx';
import { createAssistantTalk } from '../assistant/talk.store.ts';
import type { PaperStore } from './paper.store.ts';
import { askPaper } from './paper-calls.ts';

interface Props {
  paper: OwnPaper;
  body: PaperBody;
  actions: PaperStore['actions'];
}

/** Changes a document by a sentence: what the assistant proposes is taken over row by row, or left. */
export function BySentence({ paper, body, actions }: Props) {
  const { id, kind } = paper;
  const [talk] = useState(() => createAssistantTalk({ tool: kind, hooks: coinHooks, post: (ask) => askPaper(id, ask) }));
  const { turns, standing, asking, refusal } = useStore(talk.$state);
  const [sentence, setSentence] = useState('');
  const [left, setLeft] = useState(0);
  useEffect(() => {
    void talk.actions.loadStanding();
    return () => talk.actions.close();
  }, [talk]);
  if (!standing) return null;
  const turn = turns.at(-1);
  const running = turn !== undefined && isOpen(turn.state);
  const said = turn?.result?.tool === 'budget' ? turn.result : undefined;
  const figures = Object.fromEntries(FIGURES.flatMap((key) => (said?.[key] === undefined ? [] : [[key, said[key]]])));
  const proposed = turn?.result && turn.id !== left ? paperOfResult(turn.result) : null;
  const ask = async () => {
    // the assistant is given what is stored
    await actions.saveAgain();
    if (sentence.trim() !== '') await talk.actions.ask(sentence.trim());
  };
  return (
    <section aria-label="让助手修改" className="grid gap-3 rounded-box bg-ground p-3">
      <Form className="flex flex-wrap gap-2" onSubmit={ask}>
        <input
          className="input min-w-48 flex-1"
          aria-label="怎样修改"
          placeholder={`用一句话修改，如：${ORDER_EXAMPLES[kind][0]}`}
          maxLength={PAPER_SENTENCE_MAX}
          value={sentence}
          onChange={({ target }) => setSentence(target.value)}
        />
        <Button type="submit" busy={asking} disabled={running} icon={<WandSparkles size={16} aria-hidden="true" />}>
          让助手改
        </Button>
      </Form>
      {standing.sandbox === 1 && !refusal && (
        <p className="text-xs text-muted">
          能听懂这样的话：{ORDER_EXAMPLES[kind].map((one) => `“${one}”`).join('、')}；别的请直接在格子里改。
        </p>
      )}
      {refusal && <FormError className="text-error" failure={refusal} />}
      <Standing standing={standing} />
      <p role="status" className={turn && !proposed && turn.id !== left ? 'flex items-center gap-2' : 'sr-only'}>
        {turn && !proposed && turn.id !== left && (turn.reason || (running ? '正在修改…' : '已停止'))}
        {running && (
          <Button size="sm" onClick={() => void talk.actions.stop(turn.id)}>
            停止
          </Button>
        )}
      </p>
      {turn && proposed && (
        <Proposal
          key={turn.id}
          changes={paperChanges(kind, body.rows, proposed.body.rows)}
          start={proposed.body.start}
          figures={figures}
          paper={paper}
          body={body}
          onTake={async (part) => {
            if (await actions.take(turn.id, { ...part, ...figures })) {
              setLeft(turn.id);
              setSentence('');
            }
          }}
          onLeave={() => setLeft(turn.id)}
        />
      )}
    </section>
  );
}

/** Beside the rows: what a budget's total is to be within, and its rates. */
const FIGURES = ['limit_fen', 'service_permille', 'tax_permille'] as const;
const RATE_NAMES = { service_permille: '服务费', tax_permille: '税金' } as const;

interface ProposalProps {
  changes: readonly PaperChange[];
  paper: OwnPaper;
  body: PaperBody;
  /** When a run-down begins afterwards. */
  start: string;
  figures?: Partial<Pick<PaperBody, (typeof FIGURES)[number]>>;
  onTake(part: Pick<PaperBody, 'rows' | 'start'>): Promise<void>;
  onLeave(): void;
}

const IS = { added: '新增', removed: '删除', changed: '修改' } as const;

/** Changed rows, each with a mark whether it is taken over. Sums are those of what is chosen. */
export function Proposal({ changes, paper: { kind }, body, start: proposed, figures = {}, onTake, onLeave }: ProposalProps) {
  const start = kind === 'rundown' ? proposed : body.start;
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const chosen = new Set(changes.flatMap(({ is }, at) => (is === 'same' || without.has(at) ? [] : [at])));
  const rows = rowsTaken(changes, chosen);
  const words = (row: PaperBody['rows'][number]) => rowWords(kind, row, yuanText);
  const all = changes.filter(({ is }) => is !== 'same').length;
  const rates = (['service_permille', 'tax_permille'] as const).flatMap((key) => {
    const rate = figures[key] ?? body[key];
    return rate === body[key] ? [] : [`${RATE_NAMES[key]} ${body[key] / 10}% → ${rate / 10}%`];
  });
  const is_same = start === body.start && rates.length === 0;
  if (all === 0 && is_same) {
    return (
      <p className="flex flex-wrap items-center gap-2">
        助手没有改动任何一行，换个说法再试。
        <Button size="sm" onClick={onLeave}>
          知道了
        </Button>
      </p>
    );
  }
  return (
    <div className="grid gap-2 rounded-box bg-base-100 p-3">
      <p className="font-semibold">助手的修改，勾选要采用的</p>
      <p className="num text-xs text-muted">
        现在：{paperAbout(kind, body)}；采用后：{paperAbout(kind, { ...body, ...figures, rows, start })}（由系统计算）
      </p>
      {rates.length > 0 && <p className="num">{rates.join('，')}</p>}
      <ul className="grid max-h-96 gap-1 overflow-auto">
        {changes.map((change, at) =>
          change.is === 'same' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what is chosen
            <li key={at}>
              <label className="flex items-start gap-2 py-1">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary checkbox-sm mt-0.5"
                  checked={!without.has(at)}
                  onChange={({ target }) => {
                    const next = new Set(without);
                    if (target.checked) next.delete(at);
                    else next.add(at);
                    setWithout(next);
                  }}
                />
                <span className="min-w-0 break-words">
                  <b className="mr-2">{IS[change.is]}</b>
                  {'before' in change && <del className="text-muted">{words(change.before)}</del>}
                  {'before' in change && 'after' in change && ' → '}
                  {'after' in change && <ins className="no-underline">{words(change.after)}</ins>}
                </span>
              </label>
            </li>
          ),
        )}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          size="sm"
          busy={busy}
          disabled={chosen.size === 0 && is_same}
          onClick={() => {
            setBusy(true);
            void onTake({ rows, start }).finally(() => setBusy(false));
          }}
        >
          {chosen.size === all ? '全部采用' : `采用所选 ${chosen.size} 处`}
        </Button>
        <Button size="sm" onClick={onLeave}>
          不采用
        </Button>
      </div>
    </div>
  );
}
