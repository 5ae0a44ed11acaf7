import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { LUCK_PAGE, PRIZES_MOST, type PublishedRound } from '#contract/draw.ts';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { Ask } from '../admin/Ask.tsx';
import { Facts, Panel } from '../admin/Panel.tsx';
import type { RecordField } from '../admin/record/fields.ts';
import { RecordForm } from '../admin/record/RecordForm.tsx';
import { fetchRound, postCloseRound, postRound } from './active.api.ts';

const PRIZE_FIELDS: readonly RecordField[] = [
  { key: 'place', label: '序号', kind: 'number' },
  { key: 'title', label: '奖品', kind: 'text', max: 40 },
  {
    key: 'type',
    label: '类型',
    kind: 'choice',
    is_number: true,
    options: [
      { value: '2', title: '会员' },
      { value: '5', title: '实物' },
    ],
  },
  { key: 'weight', label: '权重', kind: 'number' },
  { key: 'stock', label: '库存（空为不限）', kind: 'number', nullable: true },
  { key: 'replace', label: '替补序号（有库存时必填）', kind: 'number', nullable: true },
  { key: 'vip_type', label: '会员类型（1 方案 … 6 全站）', kind: 'number' },
  { key: 'days', label: '会员天数', kind: 'number' },
  { key: 'max_download_pre_day', label: '会员每日次数（0 不限）', kind: 'number' },
  { key: 'covers', label: '图片', kind: 'text', max: 300 },
  { key: 'covers_hor', label: '横图', kind: 'text', max: 300 },
];

const FIELDS: readonly RecordField[] = [
  { key: 'title', label: '标题', kind: 'text', required: true, max: 40 },
  { key: 'ends_at', label: '结束时间', kind: 'time', required: true },
  {
    key: 'prizes',
    label: '奖品',
    kind: 'rows',
    fields: PRIZE_FIELDS,
    empty: { type: 2, weight: 1, vip_type: 1, days: 7 },
    most: PRIZES_MOST,
    hint: '中奖概率为权重除以权重之和；开始后不能修改，修改即开始新的一轮',
  },
];

/** A round of the draw: its table is what a new round begins with. */
export default function RoundFormIsland() {
  return (
    <RecordForm<PublishedRound>
      title="抽奖轮次"
      verb="以此奖品表开始新的一轮"
      input={{
        fields: FIELDS,
        empty: { prizes: [{ place: 1, title: '方案会员 7 天', type: 2, weight: 1, vip_type: 1, days: 7, stock: null, replace: null }] },
        async fetch(id) {
          const { round, form } = await fetchRound(id);
          return { values: { ...form }, facts: round as PublishedRound };
        },
        save: ({ id: _before, ...form }) => postRound(form),
      }}
      beside={({ facts }, reload) => (facts ? <Round round={facts} onClosed={reload} /> : null)}
    />
  );
}

function Round({ round, onClosed }: { round: PublishedRound; onClosed(): void }) {
  const [asking, setAsking] = useState(false);
  const close = async (reason: string) => {
    try {
      await postCloseRound(round.id, reason);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.msg;
    }
    onClosed();
    return null;
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
