import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type ChatCase, chatLine } from '#contract/chat.ts';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { classNames } from '#ui/class-names.ts';
import { timeText } from '#ui/time-text.ts';
import { createChatCase } from './case.store.ts';

const STATES: Record<ChatCase['status'], string> = { open: '待处理', dismissed: '没有问题', removed: '已移除' };

/** A reported message with a few around it, for staff. */
export default function ChatCaseIsland() {
  const [screen] = useState(createChatCase);
  const state = useStore(screen.$state);
  useEffect(() => void screen.actions.load(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(one) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
          <Panel title={one.why === 'report' ? '用户举报' : '会话初期的联系方式'}>
            <Facts
              facts={[
                ['发送者', `${one.accused.nickname}（${one.accused.id}）`],
                ['提出者', one.reporter.id === 0 ? one.reporter.nickname : `${one.reporter.nickname}（${one.reporter.id}）`],
                [one.why === 'report' ? '举报原因' : '识别到', one.reason],
                ['会话关于', `${one.subject.noun} · ${one.subject.title}`],
                ['时间', timeText(one.time)],
                ['状态', STATES[one.status]],
              ]}
            />
            {one.status === 'open' ? (
              <p className="mt-4">
                <a className="btn btn-primary" href="/admin/review?type=chat">
                  去审核台处理
                </a>
              </p>
            ) : null}
          </Panel>
          <Panel title="这条消息与前后几条">
            <ol className="grid gap-2">
              {one.rows.map((row) => (
                <li
                  key={row.seq}
                  className={classNames('rounded-field p-2', row.seq === one.seq && 'bg-gold-tint')}
                  aria-current={row.seq === one.seq ? 'true' : undefined}
                >
                  <p className="num text-xs text-muted">
                    {row.nickname} · {timeText(row.time)}
                    {row.state === 'recalled' ? ' · 已撤回' : ''}
                    {row.state === 'removed' ? ' · 已移除' : ''}
                  </p>
                  {row.quote ? <p className="truncate text-xs text-muted">引用：{row.quote.text}</p> : null}
                  {row.voice && row.file ? (
                    // biome-ignore lint/a11y/useMediaCaption: what two people say to each other has none
                    <audio controls preload="none" src={row.file.src} aria-label={chatLine({ ...row, state: '' })} />
                  ) : row.type === 'picture' && row.file ? (
                    <a href={row.file.src} target="_blank" rel="noopener" className="underline">
                      查看图片
                    </a>
                  ) : (
                    <p className="break-words whitespace-pre-wrap">{row.text || chatLine({ ...row, state: '' })}</p>
                  )}
                </li>
              ))}
            </ol>
          </Panel>
        </div>
      )}
    </ScreenFrame>
  );
}
