import { useState } from 'react';
import type { StateTone } from '#contract/admin.ts';
import {
  CLAIM_FILE_TYPES,
  CLAIM_FILES_MOST,
  CLAIM_KINDS,
  CLAIM_STATES,
  CLAIM_TEXT_MAX,
  CLAIM_TONES,
  type ClaimResult,
  type ClaimState,
  isAlive,
  type StaffClaim,
} from '#contract/claim.ts';
import { paths } from '#contract/paths.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { State } from '#kit/console/State.tsx';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { Select } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { AuditLines } from './AuditLines.tsx';

const time = (at: number) => (at > 0 ? timeText(at) : '—');

interface Props {
  claim: StaffClaim;
  acts: {
    answer(text: string): Promise<string | null>;
    end(result: ClaimResult, reason: string): Promise<string | null>;
    putFile(file: File): Promise<string | null>;
    save(n: number): Promise<void>;
  };
}

/** What a payer claims, until when it is answered, with what, and how it ended. */
export function ClaimFacts({ claim, acts }: Props) {
  const [asking, setAsking] = useState<'answer' | 'end' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const close = () => setAsking(null);
  const alive = isAlive(claim.state);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel
        title={CLAIM_KINDS[claim.kind]}
        side={
          alive && (
            <div className="flex flex-wrap gap-2">
              {claim.files.length < CLAIM_FILES_MOST && (
                <FileButton accept={CLAIM_FILE_TYPES} testid="proof" onFile={(file) => void acts.putFile(file).then(setFault)}>
                  上传材料
                </FileButton>
              )}
              <Button size="sm" look={claim.state === 'open' ? 'outline' : 'primary'} onClick={() => setAsking('end')}>
                登记结果
              </Button>
              <Button size="sm" look={claim.state === 'open' ? 'primary' : 'outline'} onClick={() => setAsking('answer')}>
                {claim.state === 'open' ? '记下答复' : '再次答复'}
              </Button>
            </div>
          )
        }
      >
        <FormError className="mb-2 text-error">{fault}</FormError>
        <p className="num mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line pb-4">
          <span className="text-xl font-semibold">¥{amountText(claim.amount)}</span>
          <State
            text={CLAIM_STATES[claim.state]}
            tone={claim.overdue ? 'failed' : ((CLAIM_TONES as Partial<Record<ClaimState, StateTone>>)[claim.state] ?? 'well')}
          />
          {claim.state === 'open' && (
            <span className={claim.overdue ? 'text-error' : ''}>
              {time(claim.due_at)} 前答复{claim.overdue && '，已逾期'}
            </span>
          )}
        </p>
        <Facts
          facts={[
            ...(claim.words ? ([['付款人的说法', claim.words]] as const) : []),
            [
              '订单',
              <a key="order" className="link" href={paths.admin('order', { orderid: claim.orderid })}>
                {claim.title}（{claim.orderid}）
              </a>,
            ],
            ['付款号', claim.payment_no],
            ['支付方单号', `${claim.provider_no}（${claim.channel}）`],
            [alive ? '冻结的收益' : '冻结过的收益', `¥${amountText(claim.held)}`],
            ['提出时间', time(claim.came_at)],
            ...(claim.answer ? ([['答复', `${claim.answer}（${time(claim.answered_at)}）`]] as const) : []),
            [
              '材料',
              claim.files.length === 0
                ? '还没有上传'
                : claim.files.map((name, n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two proofs may have one name, their order never changes
                    <button key={n} type="button" className="link mr-2" onClick={() => void acts.save(n)}>
                      {name}
                    </button>
                  )),
            ],
            ...(claim.ended_at > 0 ? ([['结束', `${time(claim.ended_at)}${claim.result && `，${claim.result}`}`]] as const) : []),
          ]}
        />
      </Panel>
      <Panel title="操作记录">
        <AuditLines audit={claim.audit} />
      </Panel>
      {asking === 'answer' && (
        <ReasonDialog
          title="记下答复"
          verb="保存"
          label="答复"
          max={CLAIM_TEXT_MAX}
          reason={claim.answer}
          about="请先在支付方的商户平台提交同样的答复与材料，这里留存一份。"
          onClose={close}
          onDo={acts.answer}
        />
      )}
      {asking === 'end' && <EndAsk claim={claim} onClose={close} onEnd={acts.end} />}
    </div>
  );
}

const RESULTS: Record<ClaimResult, string> = {
  won: '不成立，款项保留',
  withdrawn: '付款人已撤回',
  lost: '成立，支付方已把款项退给付款人',
};

function EndAsk({ claim, onClose, onEnd }: { claim: StaffClaim; onClose(): void; onEnd: Props['acts']['end'] }) {
  const [result, setResult] = useState<ClaimResult>('won');
  const lost = result === 'lost';
  return (
    <Ask
      title="登记结果"
      verb="登记"
      countersigned={lost}
      about={
        lost
          ? `按退款的规则记账：收回所购内容，优惠券与余额退给买家，发布者的收益扣回；¥${amountText(claim.amount)} 不再由我们退款。登记后不能更改。`
          : '冻结的收益恢复可提现。登记后不能更改。'
      }
      fields={<Select label="结果" value={result} options={Object.entries(RESULTS)} onValue={(value) => setResult(value as ClaimResult)} />}
      onClose={onClose}
      onDo={(reason) => onEnd(result, reason)}
    />
  );
}
