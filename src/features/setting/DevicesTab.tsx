import { Monitor } from 'lucide-react';
import { toastSuccess } from '#client/toast.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { endDevice, endOtherDevices } from './security-acts.ts';
import { useSecurity } from './use-security.ts';

/** Where the account is signed in; any of them can be ended. */
export default function DevicesTab() {
  const { data, failure, busy, load, run } = useSecurity();
  if (failure) return <ErrorState {...failure} onRetry={() => void load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-16" />;
  const others = data.devices.filter(({ is_this }) => is_this === 0).length;
  const end = async (id: number) => {
    if (await run(`end-${id}`, () => endDevice(id))) toastSuccess('该设备已退出登录');
  };
  const endAll = async () => {
    const about = '除本机外的设备都会立即退出登录，需要重新登录。';
    if (!(await askSure({ title: '退出其他设备', about, verb: '全部退出' }))) return;
    if (await run('all', endOtherDevices)) toastSuccess('其他设备都已退出登录');
  };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">看到不认识的设备，请让它退出并修改密码。</p>
        {others > 0 && (
          <Button size="sm" busy={busy === 'all'} onClick={() => void endAll()}>
            退出其他所有设备
          </Button>
        )}
      </div>
      <ul className="grid divide-y divide-line">
        {data.devices.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-4 py-4">
            <Monitor size={24} className="shrink-0 text-muted" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {one.device}
                {one.is_this === 1 && <span className="ml-2 rounded-field bg-tint px-2 py-0.5 text-xs font-normal text-primary">本机</span>}
              </p>
              <p className="num text-xs text-muted">
                {[one.way && `${one.way}登录`, one.network, `${timeText(one.login_time)} 登录`, `最近使用 ${timeText(one.used_day)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {one.is_this === 0 && (
              <Button size="sm" busy={busy === `end-${one.id}`} onClick={() => void end(one.id)} aria-label={`让 ${one.device} 退出登录`}>
                退出登录
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
