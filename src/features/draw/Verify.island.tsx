import { useState } from 'react';
import type { PublishedDraw, RoundCheck, TablePrize } from '#contract/draw.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { checkHere } from './draw-acts.ts';

export interface VerifyIslandProps {
  round_id: number;
  prizes: TablePrize[];
}

const SHOWN = 200;

/** Checks a closed round here, in the reader's browser, from what was published alone. */
export default function VerifyIsland({ round_id, prizes }: VerifyIslandProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<{ check: RoundCheck; draws: PublishedDraw[] } | null>(null);
  const run = async () => {
    setError(null);
    // the browser offers it on https and on this machine alone
    if (!globalThis.crypto?.subtle) return setError('浏览器只在 https 页面提供验证所需的算法，请用 https 打开本页，或使用命令行验证');
    setBusy(true);
    const checked = await checkHere(round_id);
    setBusy(false);
    if (typeof checked === 'string') setError(checked);
    else setDone(checked);
  };
  const title = (place: number) => prizes.find((prize) => prize.place === place)?.title ?? String(place);
  return (
    <div className="mt-4">
      <Button look="primary" busy={busy} onClick={() => void run()}>
        在浏览器中验证全部抽奖
      </Button>
      <FormError className="mt-2 text-error">{error}</FormError>
      {done ? (
        <div role="status">
          <p className={done.check.faults.length === 0 ? 'font-semibold text-success' : 'font-semibold text-error'}>
            {done.check.faults.length === 0
              ? `验证通过：${done.check.checked} 次抽奖全部与公布的种子和奖品表一致`
              : `发现 ${done.check.faults.length} 处不一致`}
          </p>
          <ul className="mt-1 text-error">
            {done.check.faults.slice(0, SHOWN).map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {done && done.draws.length > 0 ? (
        <div className="mt-3 overflow-x-auto">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">次</th>
                <th scope="col">编号</th>
                <th scope="col">用户的种子</th>
                <th scope="col">抽中</th>
                <th scope="col">发放</th>
              </tr>
            </thead>
            <tbody>
              {done.draws.slice(0, SHOWN).map((draw) => (
                <tr key={draw.number} className="num">
                  <td>{draw.number}</td>
                  <td>{draw.user}</td>
                  <td className="break-all">{draw.user_seed || '（空）'}</td>
                  <td>{title(draw.hit)}</td>
                  <td>{title(draw.given)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {done.draws.length > SHOWN ? <p className="text-xs text-muted">只列出前 {SHOWN} 次，验证的是全部。</p> : null}
        </div>
      ) : null}
    </div>
  );
}
