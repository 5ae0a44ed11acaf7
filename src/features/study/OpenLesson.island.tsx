import { Play } from 'lucide-react';
import { useState } from 'react';
import type { LessonRow } from '#contract/study.ts';
import { Button } from '#ui/Button.tsx';
import { OpenFilm } from './OpenFilm.tsx';

interface OpenLessonProps {
  what: 'free' | 'trial';
  lesson: LessonRow;
  course: { poster: string; href: string };
}

/** What a visitor may see of a lesson; nothing of it is loaded before they press. Place it with `client:intent`. */
export default function OpenLesson({ what, lesson, course }: OpenLessonProps) {
  const [pressed, setPressed] = useState(false);
  if (pressed) return <OpenFilm what={what} lesson={lesson} course={course} why="" />;
  return (
    <div className="study-stage">
      {course.poster && <img className="study-poster" src={course.poster} alt="" />}
      <div className="study-cover">
        <Button look="primary" size="lg" icon={<Play size={20} aria-hidden="true" />} onClick={() => setPressed(true)}>
          {what === 'free' ? '播放' : '播放试看'}
        </Button>
      </div>
    </div>
  );
}
