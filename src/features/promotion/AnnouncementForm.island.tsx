import { Panel } from '#kit/console/Panel.tsx';
import { RecordForm } from '#kit/record/RecordForm.tsx';
import { announcementRecord } from './announcement-record.ts';

/** An announcement with how often its link was followed. */
export default function AnnouncementFormIsland() {
  return (
    <RecordForm
      title="公告"
      input={announcementRecord}
      beside={({ facts }) => (
        <Panel title="怎样显示">
          <p className="text-muted">
            公告显示在全站页面的顶部，一次一条，读者可以关闭。关闭过的读者不会再看到同一条，改了文字也不会；要让所有人重新看到，请新建一条。
          </p>
          {facts ? <p className="num mt-3">链接被点击 {facts.click_num} 次</p> : null}
        </Panel>
      )}
    />
  );
}
