import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { timeText } from '#ui/time-text.ts';
import { Ask } from '../admin/Ask.tsx';
import { Facts, Panel } from '../admin/Panel.tsx';
import { ScreenFrame } from '../admin/ScreenFrame.tsx';
import { createScreen } from '../admin/screen.store.ts';
import { fetchPrize, postRevealAddress, postShip, type StaffPrize } from './active.api.ts';

const idOf = () => Number(new URLSearchParams(location.search).get('id'));

/** A prize: who won it, where it goes, and that it was sent. */
export default function PrizeIsland() {
  const [screen] = useState(() => createScreen(() => fetchPrize(idOf())));
  const state = useStore(screen.$state);
  useEffect(() => void screen.actions.open(), [screen]);
  const ship = (note: string) =>
    screen.actions.act(async () => {
      await postShip(idOf(), note);
      toastSuccess('已标记寄出');
    });
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(prize) => <Prize prize={prize} onShip={ship} onAct={screen.actions.act} />}
    </ScreenFrame>
  );
}

interface PrizeProps {
  prize: StaffPrize;
  onShip(note: string): Promise<string | null>;
  onAct(work: () => Promise<unknown>): Promise<string | null>;
}

function Prize({ prize, onShip, onAct }: PrizeProps) {
  const [address, setAddress] = useState<{ receiver: string; address: string; tel: string } | null>(null);
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (note.trim() === '') return setError('请输入快递公司与单号');
    setError(await onShip(note.trim()));
  };
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title={prize.title}>
        <Facts
          facts={[
            ['状态', prize.state_text],
            ['轮次与编号', `第 ${prize.round_id} 轮，第 ${prize.number} 次`],
            [
              '用户',
              <a key="user" className="link" href={`/admin/user?id=${prize.user_id}`}>
                {prize.user_id}
              </a>,
            ],
            ['抽奖时间', timeText(prize.created_at)],
            ['快递', prize.shipped_note || '未寄出'],
          ]}
        />
      </Panel>
      {prize.type === 5 ? (
        <Panel title="寄送">
          {address ? (
            <Facts
              facts={[
                ['收件人', address.receiver],
                ['地址', address.address],
                ['电话', address.tel],
              ]}
            />
          ) : (
            <Button onClick={() => setAsking(true)} disabled={prize.state === 'unaddressed'}>
              {prize.state === 'unaddressed' ? '用户尚未填写地址' : '查看收件信息'}
            </Button>
          )}
          {prize.state === 'addressed' ? (
            <form
              noValidate
              className="mt-4"
              onSubmit={(event) => {
                event.preventDefault();
                void submit();
              }}
            >
              <Field
                label="快递公司与单号"
                required
                error={error}
                maxLength={100}
                value={note}
                onChange={(event) => setNote(event.target.value)}
                hint="工作日 24 小时内寄出"
              />
              <Button look="primary" type="submit">
                标记已寄出
              </Button>
            </form>
          ) : null}
        </Panel>
      ) : null}
      {asking ? (
        <Ask
          title="查看收件信息"
          verb="查看"
          onClose={() => setAsking(false)}
          onDo={(reason) => onAct(async () => setAddress(await postRevealAddress(prize.id, reason)))}
        />
      ) : null}
    </div>
  );
}
