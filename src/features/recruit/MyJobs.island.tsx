import { useEffect, useState } from 'react';
import { inName } from '#client/in-name-of.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { FoundResumes } from './FoundResumes.tsx';
import { MyJobs } from './MyJobs.tsx';

type Tab = 'jobs' | 'found';

/** 我的招聘: one's own jobs, and resumes that their owners show to enterprises. */
export default function MyJobsIsland() {
  const [tab, setTab] = useState<Tab>('jobs');
  // the server does not read the query: the page is the same for all
  useEffect(() => {
    if (new URLSearchParams(location.search).get('tab') === 'found') setTab('found');
  }, []);
  const change = (next: Tab) => {
    setTab(next);
    history.replaceState(history.state, '', inName(next === 'found' ? '?tab=found' : location.pathname));
  };
  return (
    <Tabs
      label="我的招聘"
      tabs={[
        { key: 'jobs', title: '职位与应聘者' },
        { key: 'found', title: '找简历' },
      ]}
      current={tab}
      onChange={change}
    >
      {tab === 'jobs' ? <MyJobs /> : <FoundResumes />}
    </Tabs>
  );
}
