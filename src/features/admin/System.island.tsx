import { useStore } from '@nanostores/react';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { toastError } from '#client/toast.ts';
import { useSession } from '#client/use-session.ts';
import type { BackupRun, OpeningStep, SystemFacts } from '#contract/operations.ts';
import { rolesMay } from '#contract/staff.ts';
import { CsvButton } from '#kit/console/CsvButton.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { Chart } from '#ui/Chart.tsx';
import { countText } from '#ui/price-text.ts';
import { sizeText } from '#ui/size-text.ts';
import { timeText } from '#ui/time-text.ts';
import { Backups } from './Backups.tsx';
import { createSystemScreen } from './system.store.ts';

/** 系统: what is to be looked into, the last 24 hours, disks, certificate, backups, slow statements. */
export default function SystemIsland() {
  const [screen] = useState(createSystemScreen);
  const state = useStore(screen.$state);
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.actions.open(), [screen]);
  const start = async (sort: BackupRun['sort']) => {
    const failed = await screen.actions.start(sort);
    if (failed !== null) toastError(failed);
  };
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(facts) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Warnings facts={facts} onAgain={() => void screen.actions.load()} />
          <Opening steps={facts.opening} />
          <Machine facts={facts} />
          <Backups
            backup={facts.backup}
            may={rolesMay(roles, 'system.act')}
            onStart={start}
            csv={<CsvButton of="备份与演练" onSave={() => screen.actions.save('backups', '备份与演练')} />}
          />
          <Charts charts={facts.charts} />
          <Parts parts={facts.parts} />
          <Slow slow={facts.slow} csv={<CsvButton of="慢查询" onSave={() => screen.actions.save('slow', '慢查询')} />} />
        </div>
      )}
    </ScreenFrame>
  );
}

function Warnings({ facts, onAgain }: { facts: SystemFacts; onAgain(): void }) {
  const again = (
    <Button size="sm" icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onAgain}>
      刷新
    </Button>
  );
  return (
    <Panel title="提醒" side={again}>
      {facts.warnings.length === 0 ? (
        <p className="text-success">没有需要处理的事项</p>
      ) : (
        <ul className="grid gap-1">
          {facts.warnings.map((text) => (
            <li key={text} className="text-error">
              {text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What is still open stands above what is done. */
function Opening({ steps }: { steps: readonly OpeningStep[] }) {
  const open = steps.filter(({ done }) => !done);
  return (
    <Panel title="上线前检查" side={<span className="num text-muted">{`${steps.length - open.length} / ${steps.length} 项就绪`}</span>}>
      {open.length === 0 && <p className="text-success">全部就绪，可以上线</p>}
      <ul className="grid gap-2 empty:hidden">
        {open.map(({ title, text, href }) => (
          <li key={title} className="flex flex-wrap gap-x-4">
            <b className="w-28 shrink-0 font-semibold">{title}</b>
            <span className="min-w-0 flex-1 text-muted">
              {text}
              {href !== '' && (
                <a className="link ml-2" href={href}>
                  去设置
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
      <details className="mt-3" hidden={open.length === steps.length}>
        <summary className="cursor-pointer text-muted">已就绪的 {steps.length - open.length} 项</summary>
        <p className="mt-2">
          {steps
            .filter(({ done }) => done)
            .map(({ title, text }) => `${title}（${text}）`)
            .join('、')}
        </p>
      </details>
    </Panel>
  );
}

function Machine({ facts: { versions, processes, disks, certificate } }: { facts: SystemFacts }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel title="磁盘与证书">
        <Facts
          facts={[
            ...disks.map(
              ({ title, free_bytes, total_bytes, low }) =>
                [
                  title,
                  <span key={title} className={low ? 'text-error' : ''}>
                    剩余 {sizeText(free_bytes)}，共 {sizeText(total_bytes)}
                  </span>,
                ] as const,
            ),
            ['HTTPS 证书', <Certificate key="certificate" certificate={certificate} />],
          ]}
        />
      </Panel>
      <Panel title="版本">
        <Facts
          facts={[
            ['策猫', versions.site],
            ['Node.js', versions.node],
            ['PostgreSQL', versions.database],
            ['进程', processes === 0 ? '还没有记录（每五分钟一次）' : `${processes} 个`],
          ]}
        />
      </Panel>
    </div>
  );
}

function Certificate({ certificate }: Pick<SystemFacts, 'certificate'>) {
  if (certificate === null) return '本站地址不是 https';
  const { days, ends_at, low, fault } = certificate;
  if (days === null) return <span className="text-error">无法查看：{fault}</span>;
  return (
    <span className={low ? 'text-error' : ''}>
      {days < 0 ? '已过期' : `还有 ${days} 天`}（{timeText(ends_at)}）
    </span>
  );
}

function Charts({ charts }: { charts: SystemFacts['charts'] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      {charts.map(({ key, title, about, svg }) => (
        <Panel key={key} title={title}>
          <Chart chart={svg} height={220} alt={about} />
        </Panel>
      ))}
    </div>
  );
}

function Parts({ parts }: Pick<SystemFacts, 'parts'>) {
  return (
    <Panel title="按时间分段存放的数据">
      <p className="mb-3 text-muted">
        已结束的分段可以移到较慢的磁盘，或导出后按保存年限结转（命令
        months）；结转之后只留每月合计，逐笔明细在导出的文件里。行数为数据库的估计。
      </p>
      <StaffTable figures label="按时间分段存放的数据" heads={['数据', '行数', '大小', '位置', '状态']}>
        {parts.map(({ title, name, rows, bytes, tablespace, over, ahead }) => (
          <tr key={name}>
            <th scope="row" className="staff-wide font-normal">
              {title} <code className="text-muted">{name}</code>
            </th>
            <td className="num">{countText(rows)}</td>
            <td className="num">{sizeText(bytes)}</td>
            <td>{tablespace || '默认'}</td>
            <td>{over ? '已结束' : ahead ? '未开始' : '使用中'}</td>
          </tr>
        ))}
      </StaffTable>
    </Panel>
  );
}

function Slow({ slow, csv }: { slow: SystemFacts['slow']; csv: ReactNode }) {
  return (
    <Panel title="慢查询" side={slow.length > 0 && csv}>
      <p className="mb-3 text-muted">各进程自启动以来超过 50 毫秒的数据库语句，含等待的时间；每五分钟更新。</p>
      {slow.length === 0 ? (
        <p className="text-muted">没有记录。</p>
      ) : (
        <StaffTable figures label="慢查询" heads={['语句', '次数', '平均（毫秒）', '最长（毫秒）']}>
          {slow.map(({ text, times, mean_ms, max_ms }) => (
            <tr key={text}>
              <th scope="row" className="staff-wide font-normal break-all">
                <code>{text}</code>
              </th>
              <td className="num">{countText(times)}</td>
              <td className="num">{mean_ms}</td>
              <td className="num">{max_ms}</td>
            </tr>
          ))}
        </StaffTable>
      )}
    </Panel>
  );
}
