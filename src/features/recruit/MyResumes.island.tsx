import { useEffect, useState } from 'react';
import { Tabs } from '#ui/Tabs.tsx';
import { MyApplications } from './MyApplications.tsx';
import { MyResumes } from './MyResumes.tsx';

type Tab = 'resumes' | 'applications';

/** 我的简历: one's own resumes, and how far what was sent is. */
export default function MyResumesIsland() {
  const [tab, setTab] = useState<Tab>('resumes');
  // the server does not read the query: the page is the same for all
  useEffect(() => {
    if (new URLSearchParams(location.search).get('tab') === 'applications') setTab('applications');
  }, []);
  const change = (next: Tab) => {
    setTab(next);
    history.replaceState(history.state, '', next === 'applications' ? '?tab=applications' : location.pathname);
  };
  return (
    <Tabs
      label="我的简历"
      tabs={[
        { key: 'resumes', title: '简历' },
        { key: 'applications', title: '投递进度' },
      ]}
      current={tab}
      onChange={change}
    >
      {tab === 'resumes' ? <MyResumes /> : <MyApplications />}
    </Tabs>
  );
}
