import { RecordForm } from '#kit/record/RecordForm.tsx';
import { type TaskEvents, taskRecord } from './task-record.ts';

/** A task for points: what is to be done, how often, and what it brings. */
export default function TaskFormIsland({ events }: { events: TaskEvents }) {
  return <RecordForm countersigned title="积分任务" input={taskRecord(events)} />;
}
