import { DEMAND_ACT_TEXT, type DemandAct, EXTENSION_DAYS, type OwnDemandState, stateText, timeLeft } from '#contract/demand.ts';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { askClose } from './ask-close.ts';

export interface OwnerPanelProps {
  standing: OwnDemandState;
  busy: boolean;
  onAct(act: DemandAct, why: string): Promise<boolean>;
}

const MOVE_TEXT = (from: string, to: string) => (from === to ? '' : `${from} → ${to}`);

/** The owner's side of an own demand. */
export function OwnerPanel({ standing, busy, onAct }: OwnerPanelProps) {
  const { id, state, acts, may_edit, waiting, reject_reason, moves, closes_at } = standing;
  const now_s = Math.floor(Date.now() / 1000);
  const left = state === 'open' || state === 'choosing' ? ` · ${timeLeft(closes_at, now_s)}` : '';
  const press = async (act: DemandAct) => {
    if (act !== 'close') return onAct(act, '');
    const why = await askClose(standing);
    return why !== null && onAct(act, why);
  };
  return (
    <section className="grid gap-3 rounded-box border border-line p-4" aria-label="我的需求" data-own-demand>
      <h2 className="font-semibold">
        这是您的需求 · {stateText(standing, now_s)}
        {left}
      </h2>
      {waiting && <p className="text-gold-ink">修改正在审核，通过之前显示原来的内容。</p>}
      {reject_reason && <p className="text-error">未通过的原因：{reject_reason}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {may_edit && (
          <a className="btn btn-sm" href={`/demand/add?id=${id}`}>
            修改
          </a>
        )}
        {acts.map((act) => (
          <Button key={act} size="sm" look={act === 'reopen' ? 'primary' : 'ghost'} busy={busy} onClick={() => void press(act)}>
            {act === 'extend' ? `延长 ${EXTENSION_DAYS} 天` : DEMAND_ACT_TEXT[act]}
          </Button>
        ))}
      </div>
      {moves.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">状态记录（{moves.length}）</summary>
          <ol className="mt-2 grid gap-2 border-l border-line pl-3">
            {moves.map((move) => (
              <li key={`${move.at}-${move.from}-${move.to}-${move.why}`} className="text-xs">
                <p className="num">
                  {timeText(move.at)} · {move.by}
                </p>
                <p className="text-muted">
                  {[
                    MOVE_TEXT(stateText({ state: move.from, closes_at }, move.at), stateText({ state: move.to, closes_at }, move.at)),
                    move.why,
                  ]
                    .filter(Boolean)
                    .join('：')}
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
