import { labelOf } from '#contract/seats.ts';
import { SeatMap } from '#kit/SeatMap.tsx';
import { amountText } from '#ui/price-text.ts';
import { SelectBox } from '#ui/Select.tsx';
import type { StepProps } from './tickets.store.ts';

/** The plan with the chairs that are free; what was chosen stands below and is given up by a press. */
export function ChooseSeats({ list, state, actions }: StepProps) {
  const { plan, kinds } = list;
  const { picks } = state;
  const on_sale = new Set(kinds.flatMap((kind) => (kind.on_sale ? kind.id : [])));
  const sold = new Set(plan.flatMap(({ ids, kind_id }) => (on_sale.has(kind_id) ? ids : [])));
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2" aria-label="选择座位">
      <SeatMap
        label="座位图"
        plan={plan}
        picked={new Set(picks)}
        aboutOf={({ kind_id }) => {
          const kind = kinds.find(({ id }) => id === kind_id);
          return kind ? `${kind.name} ${kind.your_price === 0 ? '免费' : `¥${amountText(kind.your_price)}`}` : '';
        }}
        can={(seat, id) => (seat === '0' || seat === '3') && sold.has(id)}
        onPick={actions.pick}
      />
      <div aria-live="polite">
        {picks.length === 0 ? (
          <p className="text-xs text-muted">点选座位，或在票种上让系统帮您选相邻的座位。键盘用方向键移动，空格选择。</p>
        ) : (
          <ul className="flex flex-wrap gap-2" aria-label="已选座位">
            {picks.map((id) => (
              <li key={id}>
                <button type="button" className="chip num" aria-label={`取消 ${labelOf(plan, id)}`} onClick={() => actions.pick(id)}>
                  {labelOf(plan, id)} ×
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Chairs side by side without looking for them. */
export function PickTogether({
  kind,
  most,
  actions,
}: { kind: { id: number; name: string; left: number }; most: number } & Pick<StepProps, 'actions'>) {
  const counts = Array.from({ length: Math.min(most, kind.left) }, (_, n) => n + 1);
  return (
    <SelectBox
      className="select select-sm w-auto"
      aria-label={`${kind.name}：系统帮我选相邻座位`}
      value=""
      onValue={(n) => actions.pickTogether(kind.id, Number(n))}
      none="帮我选相邻座位"
      options={counts.map((n) => [n, `${n} 座`])}
    />
  );
}
