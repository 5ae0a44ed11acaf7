import { INVITE_STATE_TEXTS, type InviteState, type OwnInvites } from '#contract/account.ts';
import type { InviteRow } from '#contract/outputs/account.ts';
import { copy } from '#kit/copy.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { timeText } from '#ui/time-text.ts';
import { INVITE_TABS, loadInvites } from './own-invites.ts';

/** 邀请好友: the own code with its QR and text, what it brings, and who came by it. */
export default function InviteIsland() {
  const { list, state } = useOwnList<OwnInvites>(INVITE_TABS, loadInvites);
  return (
    <div className="grid gap-4">
      {state.data && <Share {...state.data} />}
      <div className="panel p-4 sm:p-6">
        <h2 className="mb-2 text-base font-semibold">邀请来的好友</h2>
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: InviteRow) => row.id}
          empty={{
            title: '还没有邀请到好友',
            hint: '把邀请链接发给同行，对方注册、首次付款后您都会获得积分。',
            children: (
              <a className="btn" href="/integral/integralTask">
                看看别的积分任务
              </a>
            ),
          }}
        >
          {(row) => (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-1 py-4">
              <p className="min-w-40 flex-1 font-semibold">
                {row.nickname}
                <span className="num block text-xs font-normal text-muted">{timeText(row.create_time)} 注册</span>
              </p>
              <p className="num text-sm">注册奖励：{rewardText(row.register_state, row.register_points)}</p>
              <p className="num text-sm">首单奖励：{rewardText(row.paid_state, row.paid_points)}</p>
            </div>
          )}
        </OwnListFrame>
      </div>
    </div>
  );
}

const rewardText = (state: InviteState, points: number): string => (state === 'granted' ? `+${points} 积分` : INVITE_STATE_TEXTS[state]);

function Share({ code, url, share_text, register_points, paid_points, month_most, granted_points, waiting_points }: OwnInvites) {
  return (
    <section className="panel flex flex-wrap gap-6 p-4 sm:p-6" aria-label="我的邀请">
      <div className="size-40 shrink-0 rounded-box border border-line p-2">
        <QrCode text={url} label="邀请二维码，扫码注册" />
      </div>
      <div className="grid min-w-60 flex-1 content-start gap-3">
        <dl className="num flex flex-wrap gap-x-8 gap-y-2">
          <Figure name="邀请码" value={String(code)} />
          <Figure name="已获得积分" value={String(granted_points)} />
          <Figure name="待发放积分" value={String(waiting_points)} />
        </dl>
        <p className="text-muted">
          {[
            register_points > 0 && `好友注册，您得 ${register_points} 积分`,
            paid_points > 0 && `好友首次付款，您再得 ${paid_points} 积分`,
            `每月最多 ${month_most} 次`,
          ]
            .filter(Boolean)
            .join('，')}
          。好友打开链接或扫码注册即可，不用填写邀请码；奖励在确认不会退款、并非同一人后发放。
        </p>
        <p className="break-all rounded-field bg-ground px-3 py-2 text-sm">{share_text}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => void copy(share_text, '邀请文案已复制')}>
            复制邀请文案
          </Button>
          <Button onClick={() => void copy(url, '邀请链接已复制')}>复制链接</Button>
          <a className="btn btn-ghost" href="/integral/integralDetails">
            查看积分
          </a>
        </div>
      </div>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}
