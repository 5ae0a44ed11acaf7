import { useStore } from '@nanostores/react';
import { FileText } from 'lucide-react';
import { LESSON_TYPE_TEXT, type LessonRow } from '#contract/study.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import type { Player } from './player.store.ts';

interface FileLessonProps {
  lesson: LessonRow;
  player: Player;
  course_href: string;
  next: string;
}

/** A PDF or another file: its address is asked for when the reader presses, and the lesson is done then. */
export function FileLesson({ lesson, player, course_href, next }: FileLessonProps) {
  const { status, start, failure } = useStore(player.$state);
  return (
    <div className="panel grid justify-items-center gap-4 p-8 text-center">
      <FileText size={40} className="text-primary" aria-hidden="true" />
      <p className="text-base font-semibold break-words">{lesson.title}</p>
      <p className="text-muted">{LESSON_TYPE_TEXT[lesson.type]}，打开即记为学完</p>
      {start?.src ? (
        <a className="btn btn-primary" href={start.src} target="_blank" rel="noopener">
          {lesson.type === 'pdf' ? '打开讲义' : '下载资料'}
        </a>
      ) : (
        <Button look="primary" busy={status === 'starting'} onClick={() => void player.actions.begin()}>
          获取文件
        </Button>
      )}
      {failure ? (
        <p role="status">
          <FailureText failure={failure} />{' '}
          {status === 'refused' ? (
            <a className="underline underline-offset-2" href={course_href}>
              查看课程与价格
            </a>
          ) : null}
        </p>
      ) : null}
      {next ? (
        <a className="btn btn-sm" href={next}>
          下一课
        </a>
      ) : null}
    </div>
  );
}
