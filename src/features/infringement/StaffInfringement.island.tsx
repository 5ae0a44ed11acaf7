import { Facts, Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { createScreen } from '#kit/console/screen.store.ts';
import { Course } from './Course.tsx';
import { fetchRecord } from './infringement-acts.ts';

const createRecord = () => createScreen(fetchRecord);

/** One notice with its whole course; it is decided at the desk, a measure is ended in the list. */
export default function StaffInfringement() {
  return (
    <LoadedScreen of={createRecord}>
      {(row) => (
        <Panel
          title={`侵权通知 ${row.id}`}
          side={
            row.state === 'waiting' && (
              <a className="btn btn-sm btn-primary" href="/admin/review?type=infringement">
                到审核台处理
              </a>
            )
          }
        >
          <div className="grid gap-4">
            <Facts
              facts={[
                ['投诉人', row.complainant],
                ['发布者', row.publisher],
              ]}
            />
            <Course row={row} open />
          </div>
        </Panel>
      )}
    </LoadedScreen>
  );
}
