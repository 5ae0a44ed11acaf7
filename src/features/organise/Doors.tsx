import { useState } from 'react';
import { DOOR_NAME_MAX, type DoorLink, doorHref } from '#contract/door.ts';
import { copy } from '#kit/copy.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { endDoor, fetchDoors, makeDoor } from './screen-calls.ts';

const STATE_TEXT: Record<DoorLink['state'], string> = { live: '可用', ended: '已停用', over: '已过期' };

/** Links for the helpers at the doors: one for each, shown once, ended at any time. */
export function Doors({ id }: { id: number }) {
  const { data, failure, actions } = useOwnPage(() => fetchDoors(id));
  const [form, setForm] = useState({ name: '', gate: '' });
  const [made, setMade] = useState<{ url: string; name: string; gate: string } | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-16" />;
  const make = async () => {
    if (form.name.trim() === '' || form.gate.trim() === '') return setSaid('请填写工作人员和入口名称');
    setBusy(true);
    const wrong = await actions.run(async () => {
      const { token } = await makeDoor(id, form);
      setMade({ ...form, url: `${location.origin}${doorHref(token)}` });
    });
    setBusy(false);
    setSaid(wrong ?? '');
    if (wrong === null) setForm({ name: '', gate: '' });
  };
  return (
    <div className="grid gap-6">
      <Form className="grid items-end gap-x-3 sm:grid-cols-[1fr_1fr_auto]" onSubmit={make}>
        <Field label="工作人员" maxLength={DOOR_NAME_MAX} value={form.name} onValue={(text) => setForm({ ...form, name: text })} />
        <Field
          label="入口名称"
          placeholder="例如：东门"
          maxLength={DOOR_NAME_MAX}
          value={form.gate}
          onValue={(text) => setForm({ ...form, gate: text })}
        />
        <Button look="primary" type="submit" busy={busy} className="sm:mb-6">
          建检票入口
        </Button>
        {said && <FormError className="text-error sm:col-span-3">{said}</FormError>}
      </Form>
      {made && (
        <section className="grid gap-3 rounded-box bg-tint p-4 sm:grid-cols-[160px_1fr]" aria-label="新的检票链接">
          <div className="size-40 justify-self-center">
            <QrCode text={made.url} label={`${made.gate}的检票链接`} />
          </div>
          <div className="grid content-start gap-2">
            <p className="font-semibold">
              {made.gate} · {made.name}
            </p>
            <p>请工作人员用手机扫这个码打开检票页。链接只显示这一次，拿到的人都能检票，请勿外传。</p>
            <input className="input w-full" readOnly aria-label="检票链接" value={made.url} onFocus={(event) => event.target.select()} />
            <Button size="sm" className="justify-self-start" onClick={() => void copy(made.url, '已复制', '请长按链接手动复制')}>
              复制链接
            </Button>
          </div>
        </section>
      )}
      {data.list.length === 0 ? (
        <Empty title="还没有检票入口" hint="给每位工作人员建一个，活动结束后自动失效，也可以随时停用。" />
      ) : (
        <ul className="grid divide-y divide-line" aria-label="检票入口">
          {data.list.map((door) => (
            <li key={door.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <div>
                <p>
                  <span className="font-semibold">{door.gate}</span> · {door.name}{' '}
                  <span className="text-xs text-muted">{STATE_TEXT[door.state]}</span>
                </p>
                <p className="num text-xs text-muted">
                  扫码 {door.scans} 次{door.seen_at !== null && `，最近 ${timeText(door.seen_at)}`}，{timeText(door.expires_at)} 失效
                </p>
              </div>
              {door.state === 'live' && (
                <Button
                  size="sm"
                  aria-label={`停用${door.gate}（${door.name}）`}
                  onClick={() => void actions.run(() => endDoor(id, door.id)).then((wrong) => setSaid(wrong ?? ''))}
                >
                  停用
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
