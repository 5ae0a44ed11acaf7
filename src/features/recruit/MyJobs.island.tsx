import { useAddressWord } from '#client/use-address-word.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { FoundResumes } from './FoundResumes.tsx';
import { MyJobs } from './MyJobs.tsx';

const TABS = ['jobs', 'found'] as const;
const TITLES = { jobs: '职位与应聘者', found: '找简历' } as const;

/** 我的招聘: one's own jobs, and resumes that their owners show to enterprises. */
export default function MyJobsIsland() {
  const [tab, setTab] = useAddressWord('tab', TABS, ['page', 'q', 'group', 'from', 'to']);
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs label="我的招聘" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={setTab}>
        {tab === 'jobs' ? <MyJobs /> : <FoundResumes />}
      </Tabs>
    </div>
  );
}
