import { useState } from 'react';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { timeText } from '#ui/time-text.ts';
import { createPrizeScreen, type PrizeAddress, type StaffPrize } from './prize.store.ts';

/** A prize: who won it, where it goes, and that it was sent. */
export default function PrizeIsland() {
  return (
    <LoadedScreen of={createPrizeScreen}>
      {(prize, actions) => <Prize prize={prize} onShip={actions.ship} onReveal={actions.reveal} />}
    </LoadedScreen>
  );
}

interface PrizeParts {
  prize: StaffPrize;
  onShip(note: string): Promise<string | null>;
  onReveal(reason: string, onAddress: (address: PrizeAddress) => void): Promise<string | null>;
}

function Prize({ prize, onShip, onReveal }: PrizeParts) {
  const [address, setAddress] = useState<PrizeAddress | null>(null);
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
            <Form className="mt-4" onSubmit={submit}>
              <Field
                label="快递公司与单号"
                required
                error={error}
                maxLength={100}
                value={note}
                onValue={setNote}
                hint="工作日 24 小时内寄出"
              />
              <Button look="primary" type="submit">
                标记已寄出
              </Button>
            </Form>
          ) : null}
        </Panel>
      ) : null}
      {asking ? (
        <Ask title="查看收件信息" verb="查看" onClose={() => setAsking(false)} onDo={(reason) => onReveal(reason, setAddress)} />
      ) : null}
    </div>
  );
}
