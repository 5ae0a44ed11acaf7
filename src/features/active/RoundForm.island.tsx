import { useState } from 'react';
import { LUCK_PAGE, type PublishedRound } from '#contract/draw.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { closeRound, roundRecord } from './round-record.ts';

/** A round of the draw: its table is what a new round begins with. */
export default function RoundFormIsland() {
  return (
    <RecordForm
      countersigned
      title="抽奖轮次"
      verb="以此奖品表开始新的一轮"
      input={roundRecord}
      beside={({ facts }, reload) => (facts ? <Round round={facts} onClosed={reload} /> : null)}
    />
  );
}

function Round({ round, onClosed }: { round: PublishedRound; onClosed(): void }) {
  const [asking, setAsking] = useState(false);
  const close = async (reason: string) => {
    const wrong = await closeRound(round.id, reason);
    if (wrong === null) onClosed();
    return wrong;
  };
  return (
    <Panel title={`第 ${round.id} 轮：${round.state === 'open' ? '进行中' : '已结束'}`}>
      <Facts
        facts={[
          ['抽奖次数', round.draws_num],
          ['结束时间', timeText(round.ends_at)],
          [
            '种子哈希',
            <span key="seed" className="break-all">
              {round.seed_hash}
            </span>,
          ],
          [
            '奖品表哈希',
            <span key="table" className="break-all">
              {round.table_hash}
            </span>,
          ],
          [
            '种子',
            <span key="told" className="break-all">
              {round.seed || '结束后公布'}
            </span>,
          ],
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <a className="btn btn-ghost" href={LUCK_PAGE}>
          查看公开页
        </a>
        {round.state === 'open' ? <Button onClick={() => setAsking(true)}>结束并公布种子</Button> : null}
      </div>
      {asking ? (
        <Ask
          title="结束这一轮"
          verb="结束"
          about="结束后公布种子，任何人都可以验证；不能再继续。"
          onClose={() => setAsking(false)}
          onDo={close}
        />
      ) : null}
    </Panel>
  );
}
