import { useState } from 'react';
import type { SettingForm } from '#contract/admin.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { timeText } from '#ui/time-text.ts';
import { fieldFault, readField, type SettingSchema, shownValue, typedValue } from './setting-fields.ts';
import { ValueField } from './ValueField.tsx';

export interface SettingEditorProps {
  setting: SettingForm;
  /** Null: saved; else what is wrong. */
  onSet(value: unknown): Promise<string | null>;
}

/** Whether it is not what it is by default. */
export const isChanged = ({ value, fallback }: SettingForm): boolean => JSON.stringify(value) !== JSON.stringify(fallback);

/** One setting: its value, what it may be, and the way back to an earlier one. */
export function SettingEditor({ setting, onSet }: SettingEditorProps) {
  const schema = setting.schema as SettingSchema;
  const [value, setValue] = useState(() => typedValue(schema, setting.value));
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const can_set = setting.may_set;
  const save = async (wanted: unknown) => {
    setBusy(true);
    setError(await onSet(wanted));
    setBusy(false);
  };
  const dirty = JSON.stringify(value) !== JSON.stringify(typedValue(schema, setting.value));
  return (
    <section className="grid gap-x-8 gap-y-3 py-5 lg:grid-cols-2" aria-label={setting.title}>
      <div>
        <h3 className="flex flex-wrap items-center gap-2 font-semibold" title={setting.key}>
          {setting.title}
          {isChanged(setting) && <span className="badge badge-sm badge-soft badge-primary">已修改</span>}
          {setting.countersigned && <span className="badge badge-sm badge-soft">修改须另一位管理员确认</span>}
        </h3>
        <p className="mt-1 text-muted">{setting.about}</p>
      </div>
      <div>
        <Form
          onSubmit={() => {
            const wanted = readField(schema, value);
            const fault = fieldFault(schema, wanted);
            if (fault) setError(fault);
            else void save(wanted);
          }}
        >
          <ValueField label={setting.title} schema={schema} value={value} disabled={!can_set} onChange={setValue} />
          <FormError>{error}</FormError>
          <div className="flex flex-wrap items-center gap-2">
            {dirty && (
              <Button type="submit" look="primary" size="sm" busy={busy}>
                保存
              </Button>
            )}
            {can_set && isChanged(setting) && (
              <Button size="sm" look="ghost" disabled={busy} onClick={() => void save(setting.fallback)}>
                恢复默认值
              </Button>
            )}
            {isChanged(setting) && <span className="text-xs text-muted">默认值：{shownValue(setting.fallback, schema)}</span>}
          </div>
        </Form>
        {setting.history.length > 0 && (
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer text-muted">修改历史（{setting.history.length}）</summary>
            <p className="mt-2 text-muted">
              命令行用名：<code>{setting.key}</code>
            </p>
            <ul className="mt-2 grid gap-2">
              {setting.history.map((change) => (
                <li key={change.id} className="flex flex-wrap items-center justify-between gap-2 rounded-box bg-ground p-3">
                  <span className="min-w-0">
                    {change.before === null ? '默认' : shownValue(change.before, schema)} → {shownValue(change.value, schema)}
                    <span className="num block text-xs text-muted">
                      {timeText(change.at)} · {change.by}
                    </span>
                  </span>
                  {can_set && (
                    <Button size="sm" look="ghost" onClick={() => void save(change.before ?? setting.fallback)}>
                      恢复修改前的值
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
