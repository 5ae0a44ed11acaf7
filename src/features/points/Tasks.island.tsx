import { useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { openSignIn } from './open-sign-in.ts';
import { TaskList } from './TaskList.tsx';

/** 任务中心: a visitor is sent to sign in and comes back. */
export default function TasksIsland() {
  useOwnSession();
  const [turn, setTurn] = useState(0);
  return <TaskList key={turn} onSignIn={() => void openSignIn().then(() => setTurn((before) => before + 1))} />;
}
