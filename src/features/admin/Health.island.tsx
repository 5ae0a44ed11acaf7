import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { createHealthScreen } from './screens.store.ts';

/** What of the outside is connected how, and whether documents and storage answer. */
export default function HealthIsland() {
  return (
    <LoadedScreen of={createHealthScreen}>
      {(ports, actions) => (
        <>
          <p className="mb-3">
            <Button size="sm" onClick={() => void actions.load()}>
              重新检查
            </Button>
          </p>
          <div className="grid gap-3 md:grid-cols-2">
            {ports.map(({ port, title, adapter, ok, note }) => (
              <Panel key={port} title={title} side={<span className={ok ? 'text-success' : 'text-error'}>{ok ? '正常' : '异常'}</span>}>
                <p>接入方式：{adapter}</p>
                {note && <p className="text-muted">{note}</p>}
              </Panel>
            ))}
          </div>
        </>
      )}
    </LoadedScreen>
  );
}
