import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isLifetime, type StaffTerm, VIPS } from '#contract/membership.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';
import { Select } from '#ui/Select.tsx';
import { timeText } from '#ui/time-text.ts';
import { createStaffTerms } from './staff-vip.store.ts';

/** A user's terms for staff: what runs, what waits, what ended; days may be given and gifts ended. */
export function StaffTerms({ user_id, may_give, onChanged }: { user_id: number; may_give: boolean; onChanged: () => void }) {
  const [store] = useState(() => createStaffTerms(user_id));
  const { value: terms, failure } = useStore(store.$state);
  const [asked, setAsked] = useState<'give' | StaffTerm | null>(null);
  useEffect(() => void store.actions.load(), [store]);
  const told = (wrong: string | null) => {
    if (wrong === null) onChanged();
    return wrong;
  };
  return (
    <Panel
      title="会员时长"
      side={
        may_give && (
          <Button size="sm" onClick={() => setAsked('give')}>
            赠送会员
          </Button>
        )
      }
    >
      {failure && <p role="alert">{failure.message}</p>}
      {terms?.length === 0 && <p className="text-muted">没有。</p>}
      <ul className="grid gap-2">
        {terms?.map((term) => (
          <li key={term.id} className="num flex flex-wrap items-center justify-between gap-2 rounded-box bg-ground p-3">
            <span>
              {term.name} · {term.source}
              {term.paid > 0 && ` · 实付 ¥${amountText(term.paid)}`}
              <span className="block text-xs text-muted">
                {timeText(term.from)} 至 {isLifetime(term.to) ? '终身' : timeText(term.to)} · {stateOf(term)}
              </span>
            </span>
            {may_give && term.paid === 0 && !isOver(term) && term.closed_at === 0 && (
              <Button size="sm" look="ghost" onClick={() => setAsked(term)}>
                提前结束
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked === 'give' && <GiveAsk onClose={() => setAsked(null)} onDo={(gift) => store.actions.give(gift).then(told)} />}
      {asked !== null && asked !== 'give' && (
        <Ask
          title="提前结束会员"
          verb="确认结束"
          about="立即失去这段会员，排在其后的会员提前生效；不涉及退款。"
          onClose={() => setAsked(null)}
          onDo={(reason) => store.actions.end(asked.id, reason).then(told)}
        />
      )}
    </Panel>
  );
}

function stateOf(term: StaffTerm): string {
  if (term.closed_at > 0) return `${timeText(term.closed_at)} 提前结束`;
  if (isOver(term)) return '已结束';
  return term.from > Date.now() / 1_000 ? '待生效' : '生效中';
}

const isOver = (term: StaffTerm): boolean => term.to <= Date.now() / 1_000;

interface GiveAskProps {
  onClose: () => void;
  onDo: (gift: { vip_type: number; days: string; max_download_pre_day: string; reason: string }) => Promise<string | null>;
}

function GiveAsk({ onClose, onDo }: GiveAskProps) {
  const [gift, setGift] = useState({ vip_type: VIPS[0]?.vip_type ?? 1, days: '30', max_download_pre_day: '0' });
  const fields = (
    <>
      <Select
        label="会员"
        required
        value={gift.vip_type}
        onValue={(chosen) => setGift({ ...gift, vip_type: Number(chosen) })}
        options={VIPS.map(({ vip_type, name }) => [vip_type, name])}
      />
      <Field
        label="天数（1 至 3660）"
        required
        inputMode="numeric"
        value={gift.days}
        onValue={(text) => setGift({ ...gift, days: text })}
      />
      <Field
        label="每天解锁次数（至 998，0 为不限）"
        required
        inputMode="numeric"
        value={gift.max_download_pre_day}
        onValue={(text) => setGift({ ...gift, max_download_pre_day: text })}
      />
    </>
  );
  return (
    <Ask countersigned title="赠送会员" verb="确认赠送" fields={fields} onClose={onClose} onDo={(reason) => onDo({ ...gift, reason })} />
  );
}
