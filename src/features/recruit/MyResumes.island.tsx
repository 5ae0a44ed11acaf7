import { useAddressWord } from '#client/use-address-word.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { MyApplications } from './MyApplications.tsx';
import { MyDays } from './MyDays.tsx';
import { MyResumes } from './MyResumes.tsx';

const TABS = ['resumes', 'applications', 'days'] as const;
const TITLES = { resumes: '简历', applications: '投递进度', days: '档期' } as const;

/** 我的简历: one's own resumes, how far what was sent is, and days that are free. */
export default function MyResumesIsland() {
  const [tab, setTab] = useAddressWord('tab', TABS);
  return (
    <Tabs label="我的简历" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={setTab}>
      {tab === 'resumes' ? <MyResumes /> : tab === 'days' ? <MyDays /> : <MyApplications />}
    </Tabs>
  );
}
