import { useEffect, useState } from 'react';
import { addressQuery } from '#client/address.ts';
import { useAddressWord } from '#client/use-address-word.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { CourseFiguresPanel } from './CourseFigures.tsx';
import { CourseList } from './CourseList.tsx';
import { HandIns } from './HandIns.tsx';
import { Questions } from './Questions.tsx';

const TABS = ['courses', 'hand_ins', 'questions'] as const;
const TITLES = { courses: '课程', hand_ins: '学员作业', questions: '学员提问' } as const;

/** 我教的课程: one's own courses and what learners ask; `?id=` shows the figures of one. */
export default function MyCourses() {
  const [tab, setTab] = useAddressWord('tab', TABS, ['page', 'all', 'state', 'course']);
  // null: not read yet; the server does not read the query: the page is the same for all
  const [id, setId] = useState<number | null>(null);
  useEffect(() => {
    const asked = Number(addressQuery().get('id'));
    setId(Number.isSafeInteger(asked) && asked > 0 ? asked : 0);
  }, []);
  if (id === null) return null;
  if (id > 0) return <CourseFiguresPanel id={id} />;
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs label="我教的课程" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={setTab}>
        {tab === 'courses' ? <CourseList /> : tab === 'hand_ins' ? <HandIns /> : <Questions />}
      </Tabs>
    </div>
  );
}
