import { Send } from 'lucide-react';
import { toastError } from '#client/toast.ts';
import { type EngineFigures, type EngineTable, SPIDER_DAYS } from '#contract/engines.ts';
import { CsvButton } from '#kit/console/CsvButton.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { countText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { createEnginesScreen } from './system.store.ts';

/** 搜索引擎: addresses that were submitted today, robots' visits and what they did not find. */
export default function EnginesIsland() {
  return (
    <LoadedScreen of={createEnginesScreen}>
      {(figures, { push, save }) => <Shown figures={figures} onPush={() => void push().then(sayFailed)} onSave={save} />}
    </LoadedScreen>
  );
}

const sayFailed = (failed: string | null) => {
  if (failed !== null) toastError(failed);
};

function Shown({
  figures,
  onPush,
  onSave,
}: {
  figures: EngineFigures;
  onPush(): void;
  onSave(table: EngineTable, title: string): Promise<void>;
}) {
  const { engines, spiders, misses, dead } = figures;
  const csv = (table: EngineTable, title: string) => <CsvButton of={title} onSave={() => onSave(table, title)} />;
  const side = engines.length > 0 && (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Send size={16} aria-hidden="true" />} onClick={onPush}>
        马上推送
      </Button>
      {csv('pushes', '今天的推送')}
    </span>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel title="今天的推送" side={side || undefined}>
        {engines.length === 0 ? (
          <p className="text-muted">
            还没有配置搜索引擎：设置环境变量 BAIDU_PUSH_SITE 与 BAIDU_PUSH_TOKEN，或 INDEXNOW_KEY，重新启动后生效。
          </p>
        ) : (
          <StaffTable label="今天的推送" heads={['搜索引擎', '已推送', '今天还可推送', '等待', '不被接受', '最近一次', '状态']}>
            {engines.map((engine) => (
              <tr key={engine.name}>
                <th scope="row" className="font-normal whitespace-nowrap">
                  {engine.title}
                  {engine.sandbox && <span className="text-muted">（模拟）</span>}
                </th>
                <td className="num">{countText(engine.pushed_today)}</td>
                <td className="num">{engine.remain === null ? '未告知' : countText(engine.remain)}</td>
                <td className="num">{countText(engine.waiting)}</td>
                <td className="num">{countText(engine.refused)}</td>
                <td className="num whitespace-nowrap">{engine.tried_at === 0 ? '今天还没有' : timeText(engine.tried_at)}</td>
                <td>{engine.error || (engine.remain === 0 ? '今天的额度已用完' : '正常')}</td>
              </tr>
            ))}
          </StaffTable>
        )}
        <p className="mt-3 text-muted">
          作品发布或修改后自动推送，新的在先，同一网址一天只推送一次。下架作品列在
          <a className="link" href="/dead-links.txt">
            死链文件
          </a>
          （{countText(dead)} 个网址），可在搜索资源平台提交它的地址。
        </p>
      </Panel>
      <Panel title={`近 ${SPIDER_DAYS} 天的抓取`} side={spiders.length > 0 && csv('spiders', '抓取')}>
        {spiders.length === 0 ? (
          <p className="text-muted">还没有搜索引擎来过。按来访者自报的名称统计，仅供参考。</p>
        ) : (
          <StaffTable label="抓取" heads={['搜索引擎', '页面', '抓取', '未找到']}>
            {spiders.flatMap((spider) =>
              [{ noun: '合计', hits: spider.hits, misses: spider.misses }, ...spider.kinds].map((line, at) => (
                <tr key={`${spider.spider} ${line.noun}`}>
                  <th scope="row" className="font-normal whitespace-nowrap">
                    {at === 0 ? spider.title : <span className="sr-only">{spider.title}</span>}
                  </th>
                  <td>{line.noun}</td>
                  <td className="num">{countText(line.hits)}</td>
                  <td className="num">{countText(line.misses)}</td>
                </tr>
              )),
            )}
          </StaffTable>
        )}
      </Panel>
      <Panel title="没有找到的页面" side={misses.length > 0 && csv('misses', '没有找到的页面')}>
        {misses.length === 0 ? (
          <p className="text-muted">近 {SPIDER_DAYS} 天没有抓取失败的页面。</p>
        ) : (
          <StaffTable figures label="没有找到的页面" heads={['地址', '次数']}>
            {misses.map(({ path, num }) => (
              <tr key={path}>
                <th scope="row" className="font-normal break-all">
                  {path}
                </th>
                <td className="num">{countText(num)}</td>
              </tr>
            ))}
          </StaffTable>
        )}
      </Panel>
    </div>
  );
}
