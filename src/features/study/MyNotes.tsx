import { useState } from 'react';
import { playerPath } from '#contract/player-path.ts';
import { clockText, type LessonNote, STUDY_PATHS } from '#contract/study.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchAllNotes } from './screen-calls.ts';

const PAGE = 50;
const fetchFirst = () => fetchAllNotes(0);

/** All notes, the newest first. */
export function MyNotes() {
  const { data, failure, actions } = useOwnPage(fetchFirst);
  const [older, setOlder] = useState<LessonNote[]>([]);
  const [ended, setEnded] = useState(false);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-20" label="正在加载笔记" />;
  const list = [...data.list, ...older];
  if (list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有笔记" hint="播放课程时按 N，就能在那一秒记下想法。">
          <a className="btn btn-primary" href={STUDY_PATHS.list}>
            去选课程
          </a>
        </Empty>
      </div>
    );
  }
  const more = async () => {
    const { list: rows } = await fetchAllNotes(list.at(-1)?.id ?? 0);
    setOlder([...older, ...rows]);
    setEnded(rows.length < PAGE);
  };
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {list.map((note) => (
          <li key={note.id} className="panel grid gap-1 p-4">
            <p className="text-xs text-muted">
              <a
                className="hover:text-primary"
                href={`${playerPath(note.course_id, note.lesson_id)}${note.former ? '' : `#t=${note.at_s}`}`}
              >
                《{note.course}》{note.lesson}{' '}
                <span className="num">
                  {note.former ? '旧视频 ' : ''}
                  {clockText(note.at_s)}
                </span>
              </a>
              <span className="num ml-2">{timeText(note.at)}</span>
            </p>
            <p className="break-words whitespace-pre-line">{note.text}</p>
          </li>
        ))}
      </ul>
      {list.length >= PAGE && !ended ? (
        <div>
          <Button size="sm" onClick={() => void more()}>
            更早的笔记
          </Button>
        </div>
      ) : null}
    </div>
  );
}
