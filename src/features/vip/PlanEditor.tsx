import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { boundsFault } from '#contract/bounds.ts';
import { equitiesFault, rulesOf } from '#contract/equities.ts';
import { EQUITIES_MAX, type PlanForm, SPEC_BOUNDS, SPECS_MAX } from '#contract/membership.ts';
import type { EquityForm, SpecForm } from '#contract/outputs/membership.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { SecondPersonHint } from '#kit/console/SecondPersonHint.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';

/** One plan with its specs and equities. Orders that stand keep what they were placed at. */
export function PlanEditor({
  plan,
  may_edit,
  onSave,
}: {
  plan: PlanForm;
  may_edit: boolean;
  onSave: (form: PlanForm) => Promise<string | null>;
}) {
  const [form, setForm] = useState(plan);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const change = (part: Partial<PlanForm>) => setForm({ ...form, ...part });
  const save = async () => {
    const fault =
      faultIn(form) ??
      equitiesFault(
        plan.vip_type,
        form.equities,
        form.specs.filter(({ status }) => status === 1),
      );
    if (fault !== null) return setWrong(fault);
    setBusy(true);
    const failure = await onSave(form);
    setBusy(false);
    setWrong(failure ?? '');
  };
  return (
    <Panel title={plan.name}>
      <fieldset disabled={!may_edit || busy} className="grid gap-5">
        <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_9rem]">
          <Cell label="名称" value={form.name} onChange={(name) => change({ name })} />
          <Cell label="介绍" value={form.introduction} onChange={(introduction) => change({ introduction })} />
          <Choice
            label="状态"
            value={form.status}
            options={[
              [1, '可开通'],
              [2, '暂未开放'],
            ]}
            onChange={(status) => change({ status })}
          />
        </div>
        <Specs form={form} onChange={(specs) => change({ specs })} />
        <Equities vip_type={plan.vip_type} equities={form.equities} onChange={(equities) => change({ equities })} />
        {wrong && <FormError className="text-error">{wrong}</FormError>}
        {may_edit && <SecondPersonHint />}
        {may_edit && (
          <Button look="primary" busy={busy} className="justify-self-start" onClick={() => void save()}>
            保存{plan.name}
          </Button>
        )}
      </fieldset>
    </Panel>
  );
}

/** The first number that is none or too large. An empty one means nothing: 0 days would be for life. */
export function faultIn({ specs }: Pick<PlanForm, 'specs'>): string | null {
  for (const { show_date, days, price, org_price, max_download_pre_day } of specs) {
    const fault =
      boundsFault('天数', SPEC_BOUNDS.days, days) ??
      boundsFault('现价', SPEC_BOUNDS.price, price) ??
      boundsFault('划线价', SPEC_BOUNDS.price, org_price) ??
      boundsFault('每天次数', SPEC_BOUNDS.limit, max_download_pre_day);
    if (fault) return `${show_date}：${fault}`;
  }
  return null;
}

const NEW_SPEC: SpecForm = {
  ...{ id: 0, show_date: '3个月', spec_desc: '', days: 92, price: 99, org_price: 99 },
  ...{ max_download_pre_day: 0, without: [], status: 1 },
};

function Specs({ form, onChange }: { form: PlanForm; onChange: (specs: SpecForm[]) => void }) {
  const { specs, equities } = form;
  const put = (index: number, part: Partial<SpecForm>) => onChange(specs.map((spec, at) => (at === index ? { ...spec, ...part } : spec)));
  const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
  return (
    <section className="grid gap-3" aria-label="套餐">
      <h3 className="font-semibold">套餐</h3>
      {specs.map((spec, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new ones have no number of their own yet
        <div key={index} className="grid gap-3 rounded-box bg-ground p-3">
          <div className="grid items-end gap-3 sm:grid-cols-4 lg:grid-cols-7">
            <Cell label="时长名称" value={spec.show_date} onChange={(show_date) => put(index, { show_date })} />
            <Cell
              label={`天数（至 ${SPEC_BOUNDS.days.max}，0 终身）`}
              value={spec.days}
              onChange={(text) => put(index, { days: number(text) })}
            />
            <Cell
              label={`现价（元，至 ${SPEC_BOUNDS.price.max}）`}
              value={spec.price}
              onChange={(text) => put(index, { price: number(text) })}
            />
            <Cell label="划线价（元）" value={spec.org_price} onChange={(text) => put(index, { org_price: number(text) })} />
            <Cell
              label={`每天次数（至 ${SPEC_BOUNDS.limit.max}，0 不限）`}
              value={spec.max_download_pre_day}
              onChange={(text) => put(index, { max_download_pre_day: number(text) })}
            />
            <Cell label="说明" value={spec.spec_desc} onChange={(spec_desc) => put(index, { spec_desc })} />
            <Choice
              label="状态"
              value={spec.status}
              options={[
                [1, '在售'],
                [2, '下架'],
              ]}
              onChange={(status) => put(index, { status })}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-xs text-muted">包含的权益</span>
            {equities.map((equity) => (
              <label key={equity.id} className="flex items-center gap-1 text-xs">
                <input
                  type="checkbox"
                  className="checkbox checkbox-xs"
                  checked={!spec.without.includes(equity.id)}
                  onChange={(event) =>
                    put(index, {
                      without: event.target.checked ? spec.without.filter((id) => id !== equity.id) : [...spec.without, equity.id],
                    })
                  }
                />
                {equity.desc}
              </label>
            ))}
          </div>
        </div>
      ))}
      {specs.length < SPECS_MAX && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...specs, NEW_SPEC])}
        >
          增加套餐
        </Button>
      )}
    </section>
  );
}

interface EquitiesProps {
  vip_type: number;
  equities: EquityForm[];
  onChange: (equities: EquityForm[]) => void;
}

function Equities({ vip_type, equities, onChange }: EquitiesProps) {
  const rules = rulesOf(vip_type);
  const put = (index: number, part: Partial<EquityForm>) =>
    onChange(equities.map((equity, at) => (at === index ? { ...equity, ...part } : equity)));
  const add = () => {
    const id = Math.max(0, ...equities.map((equity) => equity.id)) + 1;
    onChange([...equities, { id, img_url: '', desc: '新权益', type: 1, content: '权益说明', tan_img: '', rule: rules[0]?.name ?? '' }]);
  };
  return (
    <section className="grid gap-3" aria-label="权益">
      <h3 className="font-semibold">权益</h3>
      {equities.map((equity, index) => (
        <div key={equity.id} className="grid items-end gap-3 sm:grid-cols-[12rem_11rem_7rem_minmax(0,1fr)_auto]">
          <Cell label="名称" value={equity.desc} onChange={(desc) => put(index, { desc })} />
          <label className="grid gap-1 text-xs">
            兑现它的规则
            <SelectBox
              className="select select-sm w-full"
              value={equity.rule}
              onValue={(chosen) => put(index, { rule: chosen })}
              none={rules.some(({ name }) => name === equity.rule) ? undefined : [equity.rule, '没有对应的规则']}
              options={rules.map(({ name, title }) => [name, title])}
            />
          </label>
          <Choice
            label="类型"
            value={equity.type}
            options={[
              [1, '文字说明'],
              [2, '站外链接'],
            ]}
            onChange={(type) => put(index, { type })}
          />
          <Cell label={equity.type === 2 ? '链接' : '说明'} value={equity.content} onChange={(content) => put(index, { content })} />
          <Button
            size="sm"
            look="ghost"
            aria-label={`删除权益 ${equity.desc}`}
            icon={<Trash2 size={14} aria-hidden="true" />}
            onClick={() => onChange(equities.filter(({ id }) => id !== equity.id))}
          />
        </div>
      ))}
      {equities.length < EQUITIES_MAX && (
        <Button size="sm" className="justify-self-start" icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
          增加权益
        </Button>
      )}
    </section>
  );
}

function Cell({ label, value, onChange }: { label: string; value: string | number; onChange: (text: string) => void }) {
  return (
    <label className="grid gap-1 text-xs">
      {label}
      {/* a number is taken over when it is whole: "1." on the way to "1.5" must not lose its point */}
      <input
        className="input input-sm w-full"
        defaultValue={value}
        inputMode={typeof value === 'number' ? 'decimal' : 'text'}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: 1 | 2;
  options: Array<[1 | 2, string]>;
  onChange: (value: 1 | 2) => void;
}) {
  return (
    <label className="grid gap-1 text-xs">
      {label}
      <SelectBox
        className="select select-sm w-full"
        value={value}
        onValue={(chosen) => onChange(chosen === '2' ? 2 : 1)}
        options={options.map(([number, text]) => [number, text])}
      />
    </label>
  );
}
