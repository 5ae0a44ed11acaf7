import { memo } from 'react';
import type { SalonForm } from '#contract/outputs/salon.ts';
import { isOnlineKind } from '#contract/salon.ts';
import {
  BLOCK_NAME_MAX,
  BLOCK_SHAPES,
  chairsOf,
  PLAN_BLOCKS_MAX,
  PLAN_SEATS_MAX,
  type PlanBlock,
  planFaults,
  planOf,
  type SeatBlock,
  seatAt,
  seatCode,
} from '#contract/seats.ts';
import { SeatMap } from '#kit/SeatMap.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';

interface Props {
  form: SalonForm;
  errors: Partial<Record<string, string>>;
  onChange(plan: SeatBlock[]): void;
}

const SHAPE_TEXT: Record<SeatBlock['shape'], string> = { rows: '一排排', tables: '一桌桌' };

/** The plan as it is typed, with numbers of its own for the chairs. */
function drawnForm(form: SalonForm): PlanBlock[] {
  let next = 0;
  return planOf(form).map((block) => {
    const chairs = [...chairsOf(block)];
    const { key, name, shape, rows, chairs: wide, aisle } = block;
    return {
      ...{ key, name, shape, rows, chairs: wide, aisle, kind_id: 0 },
      ids: chairs.map(() => ++next),
      states: chairs.map(({ closed }) => (closed ? '2' : '0')).join(''),
    };
  });
}

/** A thousand chairs are not drawn again with every letter of the title. */
const isSame = (a: Props, b: Props): boolean =>
  a.form.plan === b.form.plan &&
  a.form.mode === b.form.mode &&
  a.form.kinds === b.form.kinds &&
  JSON.stringify(a.errors) === JSON.stringify(b.errors);

/** Blocks of rows and tables, each of a kind of ticket, and how they look; a press on a chair closes it. */
export const PlanRows = memo(PlanRowsOf, isSame);

function PlanRowsOf({ form, errors, onChange }: Props) {
  const plan = planOf(form);
  const here = form.kinds.filter((kind) => !isOnlineKind(form.mode, kind));
  const total = plan.reduce((sum, { rows, chairs }) => sum + rows * chairs, 0);
  // what is wrong is not drawn: 100 rows of 60 chairs would be
  const drawn = Object.keys(planFaults(form)).length === 0 ? drawnForm(form) : [];
  const put = (at: number, patch: Partial<SeatBlock>) => onChange(plan.map((one, n) => (n === at ? { ...one, ...patch } : one)));
  function add() {
    const key = `b${Math.max(0, ...plan.map((one) => Number(one.key.slice(1)) || 0)) + 1}`;
    const name = `${String.fromCharCode(65 + (plan.length % 26))} 区`;
    onChange([...plan, { key, kind: here[0]?.key ?? '', name, shape: 'rows', rows: 5, chairs: 10, aisle: 0, closed: [] }]);
  }
  return (
    <section className="panel grid grid-cols-1 gap-3 p-5" aria-labelledby="salon-plan">
      <h2 id="salon-plan" className="text-base font-semibold">
        座位图 <span className="text-xs font-normal text-muted">选填：来宾购票时自己选座</span>
      </h2>
      <FormError className="text-xs text-error empty:hidden">{errors['plan']}</FormError>
      {plan.map((block, at) => (
        <fieldset key={block.key} className="grid grid-cols-2 items-start gap-x-3 rounded-box border border-line p-4 sm:grid-cols-4">
          <legend className="px-1 text-xs text-muted">区域 {at + 1}</legend>
          <Field
            label="区域名称"
            required
            maxLength={BLOCK_NAME_MAX}
            value={block.name}
            error={errors[`plan.${at}`] ?? null}
            onValue={(name) => put(at, { name })}
          />
          <Select
            label="票种"
            required
            value={block.kind}
            options={here.map(({ key, name }, n) => [key, name || `票种 ${n + 1}`])}
            none="请选择"
            onValue={(kind) => put(at, { kind })}
          />
          <Select
            label="排列"
            required
            value={block.shape}
            options={BLOCK_SHAPES.map((shape) => [shape, SHAPE_TEXT[shape]])}
            onValue={(shape) =>
              put(at, {
                shape: shape as SeatBlock['shape'],
                ...(shape === 'tables' ? { chairs: Math.min(10, block.chairs), aisle: 0 } : {}),
              })
            }
          />
          <NumberField label={block.shape === 'rows' ? '排数' : '桌数'} value={block.rows} onNumber={(rows) => put(at, { rows })} />
          <NumberField
            label={block.shape === 'rows' ? '每排座位' : '每桌座位'}
            value={block.chairs}
            onNumber={(chairs) => put(at, { chairs })}
          />
          {block.shape === 'rows' && (
            <NumberField
              label="过道在第几座之后"
              value={block.aisle}
              onNumber={(aisle) => put(at, { aisle: Math.min(aisle, block.chairs) })}
            />
          )}
          <p className="sm:mt-7">
            <Button
              size="sm"
              look="ghost"
              aria-label={`删除区域 ${block.name}`}
              onClick={() => onChange(plan.filter((_one, n) => n !== at))}
            >
              删除区域
            </Button>
          </p>
        </fieldset>
      ))}
      {plan.length < PLAN_BLOCKS_MAX && (
        <p>
          <Button size="sm" onClick={add}>
            添加区域
          </Button>
        </p>
      )}
      {drawn.length > 0 && (
        <>
          <p className="num text-xs text-muted">
            共 {total} 个座位（最多 {PLAN_SEATS_MAX}）。点一个座位即停用或启用：坏了的、留给嘉宾的不出售。票种的名额就是它的座位数。
          </p>
          <SeatMap
            label="座位图预览"
            plan={drawn}
            picked={NONE}
            aboutOf={({ key }) => form.kinds.find((kind) => kind.key === plan.find((block) => block.key === key)?.kind)?.name ?? ''}
            can={() => true}
            onPick={(id, shown) => {
              const at = drawn.indexOf(shown);
              const { row, chair } = seatAt(shown, shown.ids.indexOf(id));
              const [code, closed] = [seatCode(row, chair), plan[at]?.closed ?? []];
              put(at, { closed: closed.includes(code) ? closed.filter((one) => one !== code) : [...closed, code] });
            }}
          />
        </>
      )}
    </section>
  );
}

const NONE: ReadonlySet<number> = new Set();

function NumberField({ label, value, onNumber }: { label: string; value: number; onNumber(n: number): void }) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      maxLength={3}
      value={value === 0 ? '' : String(value)}
      onValue={(text) => onNumber(Number(text.replace(/\D/g, '')) || 0)}
    />
  );
}
