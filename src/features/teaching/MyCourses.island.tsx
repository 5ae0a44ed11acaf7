import { useEffect, useState } from 'react';
import { Tabs } from '#ui/Tabs.tsx';
import { CourseFiguresPanel } from './CourseFigures.tsx';
import { CourseList } from './CourseList.tsx';
import { Questions } from './Questions.tsx';

type Tab = 'courses' | 'questions';

/** 我教的课程: one's own courses and what learners ask; `?id=` shows the figures of one. */
export default function MyCourses() {
  const [place, setPlace] = useState<{ tab: Tab; id: number | null } | null>(null);
  // the server does not read the query: the page is the same for all
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const id = Number(query.get('id'));
    setPlace({ tab: query.get('tab') === 'questions' ? 'questions' : 'courses', id: Number.isSafeInteger(id) && id > 0 ? id : null });
  }, []);
  if (!place) return null;
  if (place.id !== null) return <CourseFiguresPanel id={place.id} />;
  const change = (tab: Tab) => {
    setPlace({ tab, id: null });
    history.replaceState(history.state, '', tab === 'questions' ? '?tab=questions' : location.pathname);
  };
  return (
    <Tabs
      label="我教的课程"
      tabs={[
        { key: 'courses', title: '课程' },
        { key: 'questions', title: '学员提问' },
      ]}
      current={place.tab}
      onChange={change}
    >
      {place.tab === 'courses' ? <CourseList /> : <Questions />}
    </Tabs>
  );
}
