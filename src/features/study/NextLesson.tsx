import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';

interface NextLessonProps {
  href: string;
  title: string;
  /** Somebody is writing below: it comes by a press alone. */
  isWriting: () => boolean;
  onStay: () => void;
}

const COUNT_S = 8;

/** What comes after a film: the next lesson by itself, unless the learner stays. */
export function NextLesson({ href, title, isWriting, onStay }: NextLessonProps) {
  const [left_s, setLeft] = useState(COUNT_S);
  const [waits, setWaits] = useState(isWriting);
  useEffect(() => {
    if (waits) return;
    // begun while it counts
    if (isWriting()) return setWaits(true);
    if (left_s === 0) return location.assign(`${href}#play`);
    const timer = setTimeout(() => setLeft(left_s - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waits, isWriting, left_s, href]);
  return (
    <>
      <p role="status">{waits ? '这一课播完了' : '这一课播完了，即将播放下一课'}</p>
      <p className="max-w-full truncate text-base font-semibold">{title}</p>
      {waits ? null : (
        <p className="num" aria-hidden="true">
          {left_s} 秒后开始
        </p>
      )}
      <p className="flex flex-wrap justify-center gap-3">
        <a className="btn btn-primary" href={`${href}#play`}>
          立即播放
        </a>
        {/* the stage is dark in every theme */}
        <Button className="bg-base-100 text-base-content hover:bg-ground" onClick={onStay}>
          {waits ? '留在本课' : '取消'}
        </Button>
      </p>
    </>
  );
}
