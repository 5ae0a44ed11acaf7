import { useStore } from '@nanostores/react';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { useSession } from '#client/use-session.ts';
import { playerPath } from '#contract/player-path.ts';
import { classNames } from '#ui/class-names.ts';
import { markLessons } from './mark-lessons.ts';
import { fetchLearner } from './screen-calls.ts';

/** How far this reader is in the course, and where they go on. Place it with `client:intent="signed-in"`. */
export default function CourseStart({ id }: { id: number }) {
  const [learner] = useState(() => createLoad(() => fetchLearner(id)));
  const { data } = useStore(learner.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) void learner.actions.load();
  }, [signed_in, learner]);
  useEffect(() => {
    if (data) markLessons(data.lessons);
  }, [data]);
  if (!data || data.last_lesson === 0) return null;
  const percent = data.lesson_num > 0 ? Math.round((data.done_num / data.lesson_num) * 100) : 0;
  return (
    <div className="grid gap-2 rounded-box bg-tint p-3">
      <p className="num">
        已学完 {data.done_num} / {data.lesson_num} 课{data.ticked_num > 0 ? `（另手动标记 ${data.ticked_num} 课）` : ''}
        {data.certificate ? '，已结业' : ''}
      </p>
      <progress className="progress progress-primary w-full" value={percent} max={100} aria-label={`已学完 ${percent}%`} />
      <a
        className={classNames('btn btn-sm', data.opened ? 'btn-primary' : 'btn-outline border-line')}
        href={playerPath(id, data.last_lesson)}
      >
        <Play size={16} aria-hidden="true" />
        继续学习
      </a>
    </div>
  );
}
