import { Download } from 'lucide-react';
import { type AssistantCosts, COST_RANGES, modelText } from '#contract/assistant.ts';
import { findTool } from '#contract/assistant-tools.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Ranges, StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { Chart } from '#ui/Chart.tsx';
import { countText } from '#ui/price-text.ts';
import { createCostsScreen } from './system.store.ts';

const DAY_HEADS = [
  '日期',
  '回答',
  '其中停止',
  '失败',
  '中断',
  '拒绝',
  '提问没有找到',
  '没有直接回答',
  '有帮助',
  '没有帮助',
  '猫币',
  '成本（元）',
];
/** 3（12%）; a dash where nothing was looked for. */
const shareText = (part: number, all: number) => (all === 0 ? '—' : `${countText(part)}（${Math.round((100 * part) / all)}%）`);
const yuan = (fen: number) => (fen / 100).toFixed(2);

/** What the assistant cost and brought in, by day, model and tool. */
export default function AssistantCostsIsland() {
  return (
    <LoadedScreen of={createCostsScreen}>
      {(costs, actions) => <Shown costs={costs} onChoose={(days) => void actions.choose(days)} onSave={() => void actions.save()} />}
    </LoadedScreen>
  );
}

interface ShownProps {
  costs: AssistantCosts;
  onChoose(days: number): void;
  onSave(): void;
}

function Shown({ costs, onChoose, onSave }: ShownProps) {
  const { range, totals, days, rows, chart } = costs;
  const sums = [
    ['回答', countText(totals.answers)],
    ['未完成', countText(totals.not_answered)],
    ['token', countText(totals.tokens)],
    ['猫币收入', countText(totals.coins)],
    ['模型成本（元）', yuan(totals.cost_fen)],
    ['毛利（元）', yuan(totals.margin_fen)],
    ['有帮助', countText(totals.liked)],
    ['没有帮助', countText(totals.disliked)],
    ['提问没有找到', shareText(totals.nothing, totals.looked)],
    ['没有直接回答', shareText(totals.indirect, totals.looked)],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Ranges of={COST_RANGES} chosen={range} onChoose={onChoose} />
        <p className="flex flex-wrap items-center gap-3">
          <a className="link" href="/admin/assistantVotes">
            评价与问题
          </a>
          <a className="link" href="/admin/assistantNothing">
            没有答上的问题
          </a>
          <a className="link" href={`/admin/settings?group=${encodeURIComponent('助手')}`}>
            价格、次数与敏感词设置
          </a>
          <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={onSave}>
            导出 CSV
          </Button>
        </p>
      </div>
      <dl className="panel grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        {sums.map(([title, value]) => (
          <div key={title}>
            <dt className="text-muted">{title}</dt>
            <dd className="num text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {days.some(({ answers, refused }) => answers + refused > 0) && (
        <Panel title="每日用量与质量">
          <Chart chart={chart} height={220} alt={`近 ${range} 天每日的回答、没有找到与未完成的折线图，数字见下表`} />
          <StaffTable label="每日用量与质量" heads={DAY_HEADS}>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row" className="num font-normal whitespace-nowrap">
                  {day.day}
                </th>
                {[day.answers, day.stopped, day.failed, day.cut, day.refused].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                  <td key={at} className="num">
                    {countText(value)}
                  </td>
                ))}
                <td className="num whitespace-nowrap">{shareText(day.nothing, day.looked)}</td>
                <td className="num whitespace-nowrap">{shareText(day.indirect, day.looked)}</td>
                <td className="num">{countText(day.liked)}</td>
                <td className="num">{countText(day.disliked)}</td>
                <td className="num">{countText(day.coins)}</td>
                <td className="num">{yuan(day.cost_fen)}</td>
              </tr>
            ))}
          </StaffTable>
        </Panel>
      )}
      <Panel title="按日、模型与工具">
        {rows.length === 0 ? (
          <p className="text-muted">这段时间没有人使用助手。</p>
        ) : (
          <StaffTable label="成本表" heads={['日期', '模型', '工具', '回答', '未完成', 'token', '猫币', '成本（元）', '毛利（元）']}>
            {rows.map((row) => (
              <tr key={`${row.day} ${row.model} ${row.tool}`}>
                <th scope="row" className="num font-normal whitespace-nowrap">
                  {row.day}
                </th>
                <td className="whitespace-nowrap">{modelText(row.model)}</td>
                <td className="whitespace-nowrap">{findTool(row.tool)?.title ?? '提问'}</td>
                {[row.answers, row.not_answered, row.tokens, row.coins].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                  <td key={at} className="num">
                    {countText(value)}
                  </td>
                ))}
                <td className="num">{yuan(row.cost_fen)}</td>
                <td className="num">{yuan(row.margin_fen)}</td>
              </tr>
            ))}
          </StaffTable>
        )}
      </Panel>
    </div>
  );
}
