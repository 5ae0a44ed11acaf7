import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';

export interface FreeCountProps {
  /** What everybody may see of how many. */
  free: number;
  last: number;
  /** 页 or 张. */
  unit: string;
  title: string;
  /** Said when all of something that is sold are free; empty: nothing to say. */
  advice: string;
  onChange(free: number): void;
}

/** How many of the first pages or pictures everybody may see. */
export function FreeCount({ free, last, unit, title, advice, onChange }: FreeCountProps) {
  const id = useId();
  const set = (value: number) => onChange(Math.max(1, Math.min(last, value)));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-xs text-muted">
          所有人都能看到的前几{unit}，共 {last} {unit}
        </p>
        {advice && free >= last && (
          <p role="status" className="text-xs text-gold-ink">
            {advice}
          </p>
        )}
      </div>
      <fieldset className="join" aria-labelledby={id}>
        <button
          type="button"
          className="btn join-item btn-square"
          aria-label={`减少一${unit}`}
          disabled={free <= 1}
          onClick={() => set(free - 1)}
        >
          <Minus size={16} aria-hidden="true" />
        </button>
        <input
          className="input join-item num w-16 text-center"
          inputMode="numeric"
          aria-label={title}
          value={free}
          onChange={(event) => set(Number(event.target.value.replace(/\D/g, '')) || 1)}
        />
        <button
          type="button"
          className="btn join-item btn-square"
          aria-label={`增加一${unit}`}
          disabled={free >= last}
          onClick={() => set(free + 1)}
        >
          <Plus size={16} aria-hidden="true" />
        </button>
      </fieldset>
    </div>
  );
}
