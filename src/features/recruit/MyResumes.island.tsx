import { useAddressWord } from '#client/use-address-word.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { MyApplications } from './MyApplications.tsx';
import { MyResumes } from './MyResumes.tsx';

const TABS = ['resumes', 'applications'] as const;
const TITLES = { resumes: '简历', applications: '投递进度' } as const;

/** 我的简历: one's own resumes, and how far what was sent is. */
export default function MyResumesIsland() {
  const [tab, setTab] = useAddressWord('tab', TABS);
  return (
    <Tabs label="我的简历" tabs={TABS.map((key) => ({ key, title: TITLES[key] }))} current={tab} onChange={setTab}>
      {tab === 'resumes' ? <MyResumes /> : <MyApplications />}
    </Tabs>
  );
}
