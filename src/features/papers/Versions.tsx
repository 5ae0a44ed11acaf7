import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '#client/api-error.ts';
import { resultText } from '#contract/assistant-text.ts';
import { type OwnPaper, PAPER_VERSIONS_MOST, type PaperVersion, resultOfPaper } from '#contract/paper.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { AnswerText } from '../assistant/AnswerText.tsx';
import { loadVersion, loadVersions } from './paper-calls.ts';

const HOW: Readonly<Record<PaperVersion['how'], string>> = { made: '建立', hand: '修改', sentence: '采用助手的修改', back: '恢复旧版本' };

interface Props {
  paper: OwnPaper;
  back(no: number): Promise<boolean>;
  close(): void;
}

/** What a document was: who changed what when, to look at and to bring back. */
export function Versions({ paper, back, close }: Props) {
  const [list, setList] = useState<readonly PaperVersion[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shown, setShown] = useState<{ no: number; text: string } | null>(null);
  const [busy, setBusy] = useState(0);
  const load = async () => {
    setFailure(null);
    try {
      setList(await loadVersions(paper.id));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void load(), []);
  const look = async (no: number) => {
    setBusy(no);
    try {
      const { title, body } = await loadVersion(paper.id, no);
      setShown({ no, text: resultText(resultOfPaper(paper.kind, title, body)) });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(0);
    }
  };
  const bring = async (no: number) => {
    setBusy(no);
    if (await back(no)) close();
    else setBusy(0);
  };
  return (
    <Dialog open title="历史版本" width={640} onClose={close}>
      <p className="mb-2 text-xs text-muted">
        连续的手动修改五分钟内算一个版本，最多保留 {PAPER_VERSIONS_MOST} 个。恢复之后，现在的内容仍在历史里。
      </p>
      {failure && <ErrorState {...failure} onRetry={() => void load()} />}
      {!failure && !list && <Skeleton rows={4} row_class="h-12" />}
      <ol className="divide-y divide-line">
        {(failure ? [] : (list ?? [])).map(({ no, how, who, what, saved_at }, nth) => (
          <li key={no} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="mr-auto">
                <b className="num">第 {no} 版</b> {HOW[how]}
                {what !== '' && <span className="text-muted">：{what}</span>}
                <span className="num block text-xs text-muted">
                  {who} · {timeText(saved_at)}
                </span>
              </p>
              <Button
                size="sm"
                look="ghost"
                busy={busy === no}
                aria-label={`${shown?.no === no ? '收起' : '查看'}第 ${no} 版`}
                aria-expanded={shown?.no === no}
                onClick={() => (shown?.no === no ? setShown(null) : void look(no))}
              >
                {shown?.no === no ? '收起' : '查看'}
              </Button>
              {nth === 0 ? (
                <span className="text-xs text-muted">现在的版本</span>
              ) : (
                <Button size="sm" disabled={busy > 0} aria-label={`恢复第 ${no} 版`} onClick={() => void bring(no)}>
                  恢复
                </Button>
              )}
            </div>
            {shown?.no === no && (
              <div className="max-h-80 overflow-auto rounded-box bg-ground p-3">
                <AnswerText text={shown.text} sources={[]} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
