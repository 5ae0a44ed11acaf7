import { useEffect } from 'react';
import { useSession } from '#client/use-session.ts';
import { markLessons } from './mark-lessons.ts';
import { fetchLearner } from './screen-calls.ts';

/** Ticks what this reader has done in the outline of the page. Place it with `client:intent="signed-in"`. */
export default function LessonMarks({ id }: { id: number }) {
  const signed_in = useSession() !== null;
  useEffect(() => {
    // without it the outline stays as it is for everybody
    if (signed_in) fetchLearner(id).then(markLessons, () => undefined);
  }, [signed_in, id]);
  return null;
}
