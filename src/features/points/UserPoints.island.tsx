import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { newKey } from '#client/new-key.ts';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Field } from '#ui/Field.tsx';
import { timeText } from '#ui/time-text.ts';
import { createUserPoints, type UserPoints } from './user-points.store.ts';

/** One user's points: what they have, every line, and giving or taking with a reason. */
export default function UserPointsIsland() {
  const [screen] = useState(createUserPoints);
  const state = useStore(screen.$state);
  const [id, setId] = useState('');
  const [giving, setGiving] = useState(0);
  const may_give = rolesMay(useSession()?.user.roles ?? [], 'points.give');
  useEffect(() => {
    setId(new URLSearchParams(location.search).get('id') ?? '');
    void screen.actions.open();
  }, [screen]);
  return (
    <>
      <form
        className="mb-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void screen.actions.go(Math.trunc(Number(id)) || 0);
        }}
      >
        <Field label="用户编号" inputMode="numeric" maxLength={15} value={id} onValue={setId} />
        <Button type="submit" className="mb-5">
          查看
        </Button>
      </form>
      <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
        {(data) =>
          data.user_id === 0 ? (
            <Empty title="请输入用户编号" hint="在“用户”列表中可以按手机号或昵称找到编号。">
              <a className="btn" href="/admin/users">
                用户列表
              </a>
            </Empty>
          ) : (
            <Lines
              data={data}
              onMore={(before) => void screen.actions.go(data.user_id, before)}
              {...(may_give ? { onGive: () => setGiving(data.user_id) } : {})}
            />
          )
        }
      </ScreenFrame>
      {giving > 0 && <GivePoints user_id={giving} onClose={() => setGiving(0)} onDo={screen.actions.give} />}
    </>
  );
}

function Lines({ data, onMore, onGive }: { data: UserPoints; onMore(before: number): void; onGive?: () => void }) {
  const { user_id, points, cards, statement, before } = data;
  return (
    <Panel title={`用户 ${user_id} 的积分`} side={onGive && <Button onClick={onGive}>补发或扣除</Button>}>
      <Facts
        facts={[
          ['可用积分', points],
          ['补签卡', `${cards} 张`],
          ['累计', `${statement.total} 笔，获得 ${statement.sum_in}，使用 ${statement.sum_out}`],
        ]}
      />
      {statement.list.length === 0 ? (
        <Empty title="没有积分变动" hint="签到、任务与兑换会记在这里。" />
      ) : (
        <ul className="num mt-4 grid grid-cols-1 divide-y divide-line">
          {statement.list.map((line) => (
            <li key={line.id} className="flex items-center gap-4 py-2">
              <span className="min-w-0 flex-1">
                {line.title}
                <span className="block text-xs text-muted">
                  {timeText(line.created_at)}
                  {line.reference && `，${line.reference}`}
                </span>
              </span>
              <span className={line.amount > 0 ? 'text-success' : ''}>
                {line.amount > 0 ? '+' : ''}
                {line.amount}
              </span>
              <span className="w-16 text-right text-muted">{line.after}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex gap-2">
        {before > 0 && <Button onClick={() => onMore(0)}>最新的记录</Button>}
        {statement.next > 0 && <Button onClick={() => onMore(statement.next)}>更早的记录</Button>}
      </div>
    </Panel>
  );
}

interface GivePointsParts {
  user_id: number;
  onClose(): void;
  onDo(user_id: number, points: string, reason: string, key: string): Promise<string | null>;
}

function GivePoints({ user_id, onClose, onDo }: GivePointsParts) {
  const [points, setPoints] = useState('');
  // a second press after a lost answer is the same act
  const [key] = useState(newKey);
  return (
    <Ask
      countersigned
      title="补发或扣除积分"
      verb="确认"
      about="正数为补发，负数为扣除；用户会收到消息，原因也会告诉用户。"
      fields={<Field label="积分" required inputMode="numeric" maxLength={8} value={points} onValue={setPoints} />}
      onClose={onClose}
      onDo={(reason) => onDo(user_id, points.trim(), reason, key)}
    />
  );
}
