import { useStore } from '@nanostores/react';
import { BookmarkPlus, CalendarCheck, CircleCheck, Download, ListTodo, ShoppingBag, UserPlus, UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import type { TaskRow } from '#contract/outputs/points.ts';
import { TASK_PERIODS } from '#contract/task.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { createTasks } from './tasks.store.ts';

const ICONS = {
  signin: CalendarCheck,
  collect: BookmarkPlus,
  follow: UserPlus,
  download: Download,
  order: ShoppingBag,
  profile: UserRoundPen,
} as const;

/** What can be done for points, each with its state and what to press next. */
export function TaskList({ onSignIn }: { onSignIn?: () => void }) {
  const [tasks] = useState(createTasks);
  const state = useStore(tasks.$state);
  useOwnLoad(tasks.actions.load, state.tasks !== null);
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void tasks.actions.load()} />;
  if (!state.tasks) return <Skeleton rows={4} row_class="h-16" />;
  if (state.tasks.length === 0) {
    return (
      <Empty title="暂时没有任务" hint="新的任务上线后会显示在这里。">
        <a className="btn" href="/integral">
          去积分商城
        </a>
      </Empty>
    );
  }
  return (
    // half of a dialog is too narrow for two beside each other
    <div className="@container">
      <FormError className={state.refusal ? 'mb-2 text-error' : 'sr-only'} failure={state.refusal} />
      <ul className="grid grid-cols-1 gap-x-6 @2xl:grid-cols-2">
        {state.tasks.map((task) => (
          <li key={task.id} className="flex items-center gap-3 border-t border-line py-4">
            <Face task={task} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {task.title}
                <span className="num ml-2 font-normal text-gold-ink">{rewardText(task)}</span>
              </p>
              <p className="num text-xs text-muted">
                {TASK_PERIODS[task.period]}，{task.desc}
                {task.target > 1 && `（${task.done}/${task.target}）`}
              </p>
            </div>
            <Next
              task={task}
              busy={state.claiming === task.id}
              onClaim={() => void tasks.actions.claim(task.id)}
              {...(onSignIn ? { onSignIn } : {})}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const rewardText = ({ integral, cards }: TaskRow): string =>
  [integral > 0 ? `+${integral} 积分` : '', cards > 0 ? `补签卡 ×${cards}` : ''].filter(Boolean).join(' ');

function Face({ task }: { task: TaskRow }) {
  if (task.img) return <img src={task.img} alt="" width={40} height={40} className="size-10 shrink-0 rounded-box object-cover" />;
  const Icon = ICONS[task.event as keyof typeof ICONS] ?? ListTodo;
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-box bg-tint text-primary">
      <Icon size={20} aria-hidden="true" />
    </span>
  );
}

function Next({ task, busy, onClaim, onSignIn }: { task: TaskRow; busy: boolean; onClaim(): void; onSignIn?: () => void }) {
  if (task.state === 'paid') {
    return (
      <span className="flex shrink-0 items-center gap-1 text-muted">
        <CircleCheck size={16} aria-hidden="true" />
        已完成
      </span>
    );
  }
  if (task.state === 'held') return <span className="num shrink-0 text-xs text-muted">{timeText(task.due_time)} 到账</span>;
  if (task.state === 'ready') {
    return (
      <Button size="sm" look="primary" busy={busy} onClick={onClaim} aria-label={`领取“${task.title}”的奖励`}>
        领取
      </Button>
    );
  }
  if (task.event === 'signin' && onSignIn) {
    return (
      <Button size="sm" onClick={onSignIn}>
        去签到
      </Button>
    );
  }
  return task.link ? (
    <a className="btn btn-sm btn-outline shrink-0 border-line" href={task.link} aria-label={`去完成“${task.title}”`}>
      去完成
    </a>
  ) : (
    <span className="shrink-0 text-xs text-muted">未完成</span>
  );
}
