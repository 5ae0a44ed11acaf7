import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { DEMAND_CITIES } from '#contract/demand.ts';
import {
  GIVE_CHOICES,
  type GiveKey,
  ONLINE_VENUE,
  SALON_ABOUT_MAX,
  SALON_KINDS_MAX,
  SALON_MODES,
  SALON_TITLE_MAX,
  type SalonMode,
  salonPath,
} from '#contract/salon.ts';
import { hasSeats, planOf } from '#contract/seats.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CardPreview } from './CardPreview.tsx';
import { AgendaRows, GuestRows } from './FormRows.tsx';
import { KindRow } from './KindRow.tsx';
import { GuestPicture, SalonCover } from './Pictures.tsx';
import { PlacePin } from './PlacePin.tsx';
import { PlanRows } from './PlanRows.tsx';
import { createSalonForm, type SalonFormState } from './salon-form.store.ts';

/** /salon/establish, bound to its store. */
export default function SalonForm() {
  const [{ $state, actions }] = useState(createSalonForm);
  const state = useStore($state);
  const { load, form, errors, known, done, submitting } = state;
  useEffect(() => void actions.open(), [actions]);
  if (done) return <Done state={state} />;
  if (load === 'loading') return <Skeleton rows={4} row_class="h-32" />;
  if (load === 'failed') return <ErrorState message="沙龙没有加载出来" onRetry={() => location.reload()} />;
  if (load === 'missing') {
    return (
      <Empty title="没有找到可以修改的沙龙" hint="它可能已结束、已取消，或不属于当前账号。">
        <a className="btn btn-primary" href="/personalCenter/mySalon?tab=organised">
          我举办的沙龙
        </a>
      </Empty>
    );
  }
  if (state.save.kind === 'conflict' && state.save.whole) return <TwoTexts acts={actions} />;
  const text = (name: 'title' | 'organiser' | 'venue' | 'address') => ({
    value: form[name],
    error: errors[name] ?? null,
    onChange: (event: { target: { value: string } }) => actions.change({ [name]: event.target.value }),
    onBlur: () => actions.check(name),
  });
  return (
    <Form
      className="relative grid grid-cols-1 gap-4 lg:pr-[304px]"
      onSubmit={() =>
        actions.submit().then((sent) => {
          if (!sent) focusFirstError();
        })
      }
    >
      {known?.reject_reason && (
        <p role="status" className="rounded-box bg-tint p-4 text-error">
          没有通过审核：{known.reject_reason}。改好后重新提交。
        </p>
      )}
      {known?.state === 'open' && (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          这场沙龙正在报名。改动时间或地点，已报名的人会收到通知，并可以按规则退票。
        </p>
      )}
      <section className="panel grid gap-2 p-5" aria-labelledby="salon-what">
        <h2 id="salon-what" className="text-base font-semibold">
          基本信息
        </h2>
        <SalonCover state={state} actions={actions} />
        <Field label="标题" required maxLength={SALON_TITLE_MAX} {...text('title')} />
        <Field label="主办方" required maxLength={60} {...text('organiser')} />
        <TextArea
          label="介绍"
          required
          error={errors['about']}
          rows={6}
          maxLength={SALON_ABOUT_MAX}
          value={form.about}
          onValue={(text) => actions.change({ about: text })}
          onBlur={() => actions.check('about')}
        />
      </section>
      <section className="panel grid gap-2 p-5" aria-labelledby="salon-when">
        <h2 id="salon-when" className="text-base font-semibold">
          时间与地点
        </h2>
        <div className="grid gap-x-3 sm:grid-cols-3">
          <Field
            label="日期"
            required
            type="date"
            value={form.date}
            error={errors['date']}
            onValue={(text) => actions.change({ date: text })}
          />
          <Field label="开始" required type="time" value={form.from} onValue={(text) => actions.change({ from: text })} />
          <Field label="结束" required type="time" value={form.to} onValue={(text) => actions.change({ to: text })} />
        </div>
        <Select
          label="举办方式"
          value={form.mode}
          onValue={(mode) => actions.change({ mode: mode as SalonMode })}
          options={Object.entries(SALON_MODES)}
          {...(form.mode === 'here'
            ? {}
            : { hint: '会议链接不写在这里：保存后到“我的沙龙—管理—线上与提醒”填写，只有持票人在开始前看得到。' })}
        />
        {form.mode === 'online' ? (
          <Field label="会议平台" maxLength={60} placeholder={`如腾讯会议；不填则写“${ONLINE_VENUE}”`} {...text('venue')} />
        ) : (
          <>
            <div className="grid gap-x-3 sm:grid-cols-2">
              <Select
                label="城市"
                required
                error={errors['city']}
                value={form.city}
                onValue={(chosen) => actions.change({ city: chosen, lat: '', lng: '' })}
                none="请选择"
                groups={DEMAND_CITIES.map(({ province, cities }) => [province, cities])}
              />
              <Field label="场地名称" required maxLength={60} {...text('venue')} />
            </div>
            <Field label="详细地址" required maxLength={120} {...text('address')} />
            <PlacePin city={form.city} lat={form.lat} lng={form.lng} error={errors['lat'] ?? null} onPlace={actions.change} />
          </>
        )}
      </section>
      <AgendaRows rows={form.agenda} error={errors['agenda'] ?? null} onChange={(agenda) => actions.change({ agenda })} />
      <GuestRows
        rows={form.guests}
        error={errors['guests'] ?? null}
        onChange={(guests) => actions.change({ guests })}
        picture={(at) => <GuestPicture at={at} state={state} actions={actions} />}
        is_fixed={state.upload !== null && state.upload.state.stopped === null}
      />
      <section className="panel grid gap-4 p-5" aria-labelledby="salon-kinds">
        <h2 id="salon-kinds" className="text-base font-semibold">
          票种
        </h2>
        {form.kinds.map((kind, at) => (
          <KindRow
            key={kind.key}
            kind={kind}
            at={at}
            both={form.mode === 'both'}
            fault={(name) => errors[`kinds.${at}.${name}`] ?? null}
            seated={hasSeats(planOf(form), kind.key)}
            onChange={(patch) => actions.setKind(at, patch)}
            {...(form.kinds.length > 1 ? { onDrop: () => actions.dropKind(at) } : {})}
          />
        ))}
        <FormError className="text-xs text-error empty:hidden">{errors['kinds']}</FormError>
        {form.kinds.length < SALON_KINDS_MAX && (
          <p>
            <Button size="sm" onClick={actions.addKind}>
              添加票种
            </Button>
          </p>
        )}
        <Select
          label="转让门票"
          hint="购票人临时来不了，可以把票转给别人：旧二维码作废，来宾名单里看得到前后两位。"
          value={form.give}
          onValue={(give) => actions.change({ give: give as GiveKey })}
          options={Object.entries(GIVE_CHOICES)}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={form.certificate}
            onChange={(event) => actions.change({ certificate: event.target.checked })}
          />
          结束后，签到入场或线上参加的人可以下载参加证明
        </label>
        <p className="text-xs text-muted">
          退票规则由平台统一：开始前 72 小时以前全额，24 至 72 小时退一半，之后不退；主办方取消时全额退款。
        </p>
      </section>
      {(form.mode !== 'online' || planOf(form).length > 0) && (
        <PlanRows form={form} errors={errors} onChange={(plan) => actions.change({ plan })} />
      )}
      <CardPreview {...state} />
      <FormError className="text-error empty:hidden">{errors['pictures']}</FormError>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SaveLine save={state.save} acts={actions} />
        <Button look="primary" size="lg" type="submit" busy={submitting}>
          提交审核
        </Button>
      </div>
    </Form>
  );
}

function Done({ state: { done } }: { state: SalonFormState }) {
  const held = done?.state === 'review' || done?.waiting;
  return (
    <Answered className="panel grid justify-items-center gap-3 p-8 text-center">
      <h2 className="text-lg font-semibold">{held ? '已提交审核' : '沙龙已发布'}</h2>
      <p className="text-muted">{held ? '通过后开放报名，会发消息告诉您。' : '现在所有人都能报名。'}</p>
      <p className="flex flex-wrap justify-center gap-2">
        {!held && done && (
          <a className="btn btn-primary" href={salonPath(done.id)}>
            查看沙龙
          </a>
        )}
        <a className="btn" href="/personalCenter/mySalon?tab=organised">
          我举办的沙龙
        </a>
      </p>
    </Answered>
  );
}
