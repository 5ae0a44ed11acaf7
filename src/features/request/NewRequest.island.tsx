import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { useOwnSession } from '#client/use-session.ts';
import { REQUEST_DAYS, REQUEST_MAX, requestPath } from '#contract/request.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { RegionFields } from '#kit/RegionFields.tsx';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { askDemandGate } from '../verification/ask-demand-gate.ts';
import { createNewRequest } from './new-request.store.ts';
import { PictureRow } from './PictureRow.tsx';

/** The form of a request: saves itself in this browser, asks for the verification when it is published. */
export default function NewRequestIsland() {
  const [request] = useState(createNewRequest);
  const { fields, form, pictures, faults, busy, save, restored } = useStore(request.$state);
  const user_id = useOwnSession()?.user.id ?? 0;
  const { change } = request.actions;
  useEffect(() => {
    if (user_id > 0) void request.actions.open();
  }, [user_id, request]);
  const submit = async (box: HTMLFormElement) => {
    if (!(await askDemandGate())) return;
    const made = await request.actions.publish();
    if (!made) return focusFirstError(box);
    toastSuccess(made.state === 'review' ? '求单已提交，审核通过后出现在大厅' : '求单已发布');
    location.assign(requestPath(made.id));
  };
  if (save.kind === 'conflict' && save.whole) return <TwoTexts acts={request.actions} />;
  return (
    <Form className="panel grid gap-1 p-4 sm:p-6" aria-busy={user_id === 0 || undefined} onSubmit={submit}>
      {/* what is typed before this form is awake would be lost */}
      <fieldset className="contents" disabled={user_id === 0}>
        {restored && (
          <p role="status" className="mb-3 flex flex-wrap items-center gap-3 text-muted">
            已恢复上次没有发布的内容{form.pictures > pictures.length && '，图片需要重新添加'}。
            <Button size="sm" onClick={request.actions.clear}>
              清空重写
            </Button>
          </p>
        )}
        <Field
          label="要做什么"
          required
          maxLength={REQUEST_MAX.title}
          placeholder="例如：200 人年会开场视频与主持稿"
          value={form.title}
          error={faults.title}
          onValue={(text) => change({ title: text })}
        />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Select
            label="领域"
            required
            error={faults.field}
            value={form.field}
            onValue={(chosen) => change({ field: chosen })}
            none="请选择"
            options={fields.map(({ key, name }) => [key, name])}
          />
          <Field
            label="预算（元）"
            inputMode="decimal"
            maxLength={12}
            placeholder="不填为面议"
            value={form.budget}
            error={faults.budget}
            onValue={(text) => change({ budget: text })}
          />
          <Field
            label="活动日期"
            type="date"
            value={form.event_day}
            error={faults.event_day}
            onValue={(text) => change({ event_day: text })}
          />
          <Select
            label="多久截止"
            required
            error={faults.days}
            value={form.days}
            onValue={(chosen) => change({ days: Number(chosen) })}
            options={REQUEST_DAYS.map((days) => [days, `${days} 天`])}
          />
          <RegionFields
            by="code"
            labels={['地区', '城市']}
            province={form.province}
            city={form.city}
            errors={faults}
            none={[0, '不限']}
            onProvince={(province) => change({ province: Number(province), city: 0 })}
            onCity={(city) => change({ city: Number(city) })}
          />
        </div>
        <TextArea
          label="说明"
          error={faults.detail}
          hint="人数、风格、要交付什么。请不要写电话、微信等联系方式，接单的策划人会在站内与您沟通。"
          rows={5}
          maxLength={REQUEST_MAX.detail}
          value={form.detail}
          onValue={(text) => change({ detail: text })}
        />
        <PictureRow
          pictures={pictures}
          error={faults.pictures ?? null}
          onAdd={(file) => void request.actions.addPicture(file)}
          onRemove={request.actions.removePicture}
        />
        <FormError>{faults.form ?? faults.key}</FormError>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" size="lg" busy={busy}>
            发布求单
          </Button>
          {save.kind === 'none' ? (
            <span className="text-xs text-muted">写下的内容会自动保存在这台设备上。</span>
          ) : (
            <SaveLine save={save} acts={request.actions} />
          )}
        </div>
      </fieldset>
    </Form>
  );
}
