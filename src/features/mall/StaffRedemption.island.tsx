import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { CARRIER_MAX, GOODS_KINDS, TRACKING_MAX } from '#contract/mall.ts';
import type { StaffRedemption } from '#contract/outputs/mall.ts';
import { rolesMay } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { timeText } from '#ui/time-text.ts';
import { createStaffRedemption, type Parcel } from './staff-redemption.store.ts';

type Asked = 'reveal' | 'cancel' | 'accept' | 'refuse' | null;

/** A redemption on the desk: what it is, where it goes, sent, cancelled or taken back. */
export default function StaffRedemptionIsland() {
  const [screen] = useState(createStaffRedemption);
  const state = useStore(screen.$state);
  const [parcel, setParcel] = useState<Parcel | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const [restock, setRestock] = useState(true);
  const may_ship = rolesMay(useSession()?.user.roles ?? [], 'mall.ship');
  useEffect(() => void screen.actions.open(), [screen]);
  const close = () => setAsked(null);
  const { reveal, cancel, decide, ship } = screen.actions;
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(one) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
          <Panel title={one.title}>
            <Facts facts={factsOf(one)} />
          </Panel>
          {one.kind === 'physical' && may_ship ? (
            <Panel title="寄送">
              {parcel ? (
                <Facts
                  facts={[
                    ['收件人', parcel.receiver],
                    ['手机号', parcel.tel],
                    ['地址', parcel.address],
                    ['用户备注', parcel.remark || '—'],
                    ['退回的快递', parcel.back_parcel || '—'],
                  ]}
                />
              ) : (
                <Button onClick={() => setAsked('reveal')}>查看收件信息</Button>
              )}
              {(one.state === 'waiting' || one.state === 'shipped') && (
                <ShipForm key={one.state} of={one} onShip={ship} onCancel={() => setAsked('cancel')} />
              )}
              {one.state === 'asked' && (
                <div className="mt-4 flex flex-wrap gap-2">
                  <Button look="primary" onClick={() => setAsked('accept')}>
                    确认收到退货
                  </Button>
                  <Button onClick={() => setAsked('refuse')}>不同意</Button>
                </div>
              )}
            </Panel>
          ) : null}
          {asked === 'reveal' && <Ask title="查看收件信息" verb="查看" onClose={close} onDo={(reason) => reveal(reason, setParcel)} />}
          {asked === 'cancel' && (
            <Ask title="取消兑换" verb="取消兑换" about="积分与库存退回，原因会告诉用户。" onClose={close} onDo={cancel} />
          )}
          {asked === 'accept' && (
            <Ask
              title="确认收到退货"
              verb="收到，退回积分"
              about="只在退回的商品已经收到、核对无误后确认：积分立即退回原来的批次，不能再撤回，答复会告诉用户。"
              fields={
                <label className="mb-3 flex items-center gap-2">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-sm"
                    checked={restock}
                    onChange={(event) => setRestock(event.target.checked)}
                  />
                  商品可以再次兑换，加回库存
                </label>
              }
              onClose={close}
              onDo={(answer) => decide(true, restock, answer)}
            />
          )}
          {asked === 'refuse' && (
            <Ask
              title="不同意退货"
              verb="不同意"
              about="答复会告诉用户。"
              onClose={close}
              onDo={(answer) => decide(false, false, answer)}
            />
          )}
        </div>
      )}
    </ScreenFrame>
  );
}

function factsOf(one: StaffRedemption): Array<readonly [string, React.ReactNode]> {
  return [
    ['状态', one.state_text],
    ['兑换单号', one.redeem_no],
    ['种类', GOODS_KINDS[one.kind]],
    ['数量与积分', `${one.num} 件，${one.total_points} 积分`],
    [
      '用户',
      <a key="user" className="link" href={`/admin/points?id=${one.user_id}`}>
        {one.nickname || one.user_id}
      </a>,
    ],
    ['兑换时间', timeText(one.created_at)],
    ['收件人', one.receiver ? `${one.receiver} ${one.tel}` : '—'],
    ['快递', one.tracking_no ? `${one.carrier} ${one.tracking_no}，${timeText(one.shipped_at)}` : '—'],
    ['用户备注', one.remark || '—'],
    ['到账', one.given || '—'],
    ['用户的原因', one.reason || '—'],
    ['退回的快递', one.back_parcel || '—'],
    ['客服答复', one.answer || '—'],
  ];
}

interface ShipFormParts {
  of: StaffRedemption;
  onShip(carrier: string, tracking_no: string, correct: boolean): Promise<string | null>;
  onCancel(): void;
}

/** How it is sent, and what of that was typed wrong. */
function ShipForm({ of, onShip, onCancel }: ShipFormParts) {
  const [carrier, setCarrier] = useState(of.carrier);
  const [number, setNumber] = useState(of.tracking_no);
  const sent = of.state === 'shipped';
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (carrier.trim() === '') return setError('请输入快递公司');
    if (number.trim() === '') return setError('请输入快递单号');
    setError(await onShip(carrier.trim(), number.trim(), sent));
  };
  return (
    <Form className="mt-4" onSubmit={submit}>
      <Field label="快递公司" required maxLength={CARRIER_MAX} value={carrier} onValue={setCarrier} />
      <Field label="快递单号" required maxLength={TRACKING_MAX} value={number} error={error} onValue={setNumber} />
      <div className="flex flex-wrap gap-2">
        <Button look={sent ? 'outline' : 'primary'} type="submit">
          {sent ? '更正快递' : '标记已寄出'}
        </Button>
        {!sent && <Button onClick={onCancel}>无法寄出，取消兑换</Button>}
      </div>
    </Form>
  );
}
