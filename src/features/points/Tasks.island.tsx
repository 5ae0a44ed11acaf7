import { useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { openSignIn } from './open-sign-in.ts';
import { TaskList } from './TaskList.tsx';

/** 任务中心: a visitor is sent to sign in and comes back. */
export default function TasksIsland() {
  const signed_in = useOwnSession() !== null;
  const [turn, setTurn] = useState(0);
  if (!signed_in) return <Skeleton rows={4} row_class="h-16" />;
  return <TaskList key={turn} onSignIn={() => void openSignIn().then(() => setTurn((before) => before + 1))} />;
}
