import type { CourseQuestion } from '#contract/study.ts';
import { QuestionList } from './QuestionList.tsx';

/** Questions about a course with their answers; `first`: those that the page shows. */
export default function Questions(props: { id: number; first: CourseQuestion[] }) {
  return <QuestionList {...props} />;
}
