import { Paperclip, X } from 'lucide-react';
import { useId } from 'react';
import {
  budgetText,
  DEMAND_CITIES,
  DEMAND_EVENTS,
  DEMAND_FILES_MAX,
  DEMAND_NEEDS_MAX,
  DEMAND_TITLE_MAX,
  DEPOSIT_PERCENT,
  type DemandErrors,
  type DemandForm,
  type DemandLabel,
  OPEN_DAYS,
  VENUE_TEXT,
  type Venue,
  WHO_MAY,
  type WhoMay,
} from '#contract/demand.ts';
import { type BudgetHint, offerNoun } from '#contract/offer.ts';
import { ATTACHMENT_ACCEPT, ATTACHMENT_TEXT } from '#contract/publish.ts';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { sizeText } from '#ui/size-text.ts';
import { TextArea } from '#ui/TextArea.tsx';
import type { FormFile } from './demand-form.store.ts';

export interface StepProps {
  form: DemandForm;
  errors: DemandErrors;
  onChange(patch: Partial<DemandForm>): void;
  onLeave(name: keyof DemandForm): void;
}

interface Option {
  value: string;
  title: string;
  about?: string;
}

/** One of a few, as a group of radio buttons. */
function Choice({
  legend,
  name,
  options,
  value,
  error,
  onChoose,
}: {
  legend: string;
  name: string;
  options: readonly Option[];
  value: string;
  error?: string | undefined;
  onChoose(value: string): void;
}) {
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex cursor-pointer items-center gap-2 rounded-field border px-3 py-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
              option.value === value ? 'border-primary bg-tint text-primary' : 'border-line hover:border-primary',
            )}
          >
            <input
              type="radio"
              className="radio radio-sm"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-invalid={Boolean(error)}
              onChange={() => onChoose(option.value)}
            />
            <span>
              {option.title}
              {option.about && <span className="block text-xs text-muted">{option.about}</span>}
            </span>
          </label>
        ))}
      </div>
      <FormError id={`${id}-error`}>{error}</FormError>
    </fieldset>
  );
}

export function WhatStep({ form, errors, labels, onChange, onLeave }: StepProps & { labels: DemandLabel[] }) {
  return (
    <>
      <Choice
        legend="要找什么"
        name="label"
        options={labels.map(({ id, name }) => ({ value: String(id), title: name }))}
        value={String(form.label_id ?? '')}
        error={errors.label_id}
        onChoose={(value) => onChange({ label_id: Number(value) })}
      />
      <Field
        label="标题"
        required
        maxLength={DEMAND_TITLE_MAX}
        placeholder="例如：300 人互联网公司年会找整体策划方案"
        value={form.title}
        error={errors.title}
        hint={
          <span className="num">
            {[...form.title].length}/{DEMAND_TITLE_MAX}，写清活动、规模和要找什么
          </span>
        }
        onValue={(text) => onChange({ title: text })}
        onBlur={() => onLeave('title')}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <Select
          label="活动类型"
          required
          error={errors.event}
          value={form.event}
          onValue={(event) => onChange({ event })}
          none="请选择"
          options={DEMAND_EVENTS}
        />
        <Select
          label="活动城市"
          required
          error={errors.city}
          value={form.city}
          onValue={(chosen) => onChange({ city: chosen })}
          none="请选择"
          groups={DEMAND_CITIES.map(({ province, cities }) => [province, cities])}
        />
      </div>
      <TextArea
        label="需求说明"
        required
        error={errors.needs}
        hint={
          <span className="num">
            {[...form.needs].length}/{DEMAND_NEEDS_MAX}，不要写电话、微信等联系方式，报价的人会在站内和您沟通
          </span>
        }
        rows={7}
        maxLength={DEMAND_NEEDS_MAX}
        placeholder={'要做什么、有哪些环节\n希望交付什么、什么时候要\n有哪些参考、不希望出现什么'}
        value={form.needs}
        onValue={(text) => onChange({ needs: text })}
        onBlur={() => onLeave('needs')}
      />
    </>
  );
}

interface TermsProps extends StepProps {
  today: string;
  is_tender: boolean;
  hint: BudgetHint | null;
  files: FormFile[];
  onAdd(files: readonly File[]): void;
  onDrop(key: string): void;
}

export function TermsStep({ form, errors, today, is_tender, hint, files, onChange, onLeave, onAdd, onDrop }: TermsProps) {
  const id = useId();
  return (
    <>
      <p className="text-muted">写明预算能收到更合适的报价。只填最高就是“以内”，都不填就是面议。</p>
      {hint && <BudgetLine hint={hint} onTake={(budget) => onChange(budget)} />}
      <div className="grid gap-x-4 md:grid-cols-2">
        {(['budget_min', 'budget_max'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'budget_min' ? '最低预算（元）' : '最高预算（元）'}
            maxLength={20}
            placeholder={name === 'budget_min' ? '例如 30000' : '例如 5万'}
            value={form[name]}
            error={errors[name]}
            onValue={(text) => onChange({ [name]: text })}
            onBlur={() => onLeave(name)}
          />
        ))}
        <Field
          label="人数"
          inputMode="numeric"
          maxLength={7}
          placeholder="不确定可以不填"
          value={form.people}
          error={errors.people}
          onValue={(text) => onChange({ people: text })}
          onBlur={() => onLeave('people')}
        />
        <Field
          label="活动日期"
          type="date"
          min={today}
          value={form.event_date}
          error={errors.event_date}
          onValue={(text) => onChange({ event_date: text })}
          onBlur={() => onLeave('event_date')}
        />
      </div>
      {is_tender && (
        <Field
          label="投标保证金（元）"
          maxLength={20}
          placeholder="不要求请留空"
          value={form.deposit}
          error={errors.deposit}
          hint={`最多为最高预算的 ${DEPOSIT_PERCENT}%，发布后不能修改。只有中选后放弃、经平台认定的，保证金才赔付给您；其他情况都归投标人。`}
          onValue={(text) => onChange({ deposit: text })}
          onBlur={() => onLeave('deposit')}
        />
      )}
      <Choice
        legend="场地"
        name="venue"
        options={(Object.keys(VENUE_TEXT) as Venue[]).map((value) => ({ value, title: VENUE_TEXT[value] }))}
        value={form.venue}
        onChoose={(value) => onChange({ venue: value as Venue })}
      />
      <div className="grid gap-2">
        <p className="text-sm font-semibold">附件</p>
        {is_tender && (
          <p className="text-xs text-muted">
            需求说明所有人可见，附件（招标文件）只有竞标会员与全站会员能下载；只给他们看的内容请放在附件里。
          </p>
        )}
        <ul className="grid gap-2 empty:hidden">
          {files.map((file) => (
            <li key={file.key} className="flex items-center gap-3 rounded-field bg-ground px-3 py-2">
              <Paperclip size={16} className="shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 break-all">{file.name}</span>
              <span className="num shrink-0 text-xs text-muted" role="status">
                {file.state === 'sending' && `上传中 ${file.percent}%`}
                {file.state === 'stored' && sizeText(file.size_bytes)}
                {file.state === 'stopped' && <span className="text-error">{file.message}</span>}
              </span>
              <button
                type="button"
                className="btn btn-ghost btn-square btn-sm"
                aria-label={`移除 ${file.name}`}
                onClick={() => onDrop(file.key)}
              >
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        {files.length < DEMAND_FILES_MAX && (
          <label
            htmlFor={id}
            className="cursor-pointer rounded-field border border-dashed border-line px-4 py-3 text-center text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary hover:border-primary"
          >
            添加附件：{ATTACHMENT_TEXT}，每个最大 50 MB
            <input
              id={id}
              type="file"
              multiple
              accept={ATTACHMENT_ACCEPT}
              className="sr-only"
              aria-describedby={`${id}-error`}
              aria-invalid={Boolean(errors.files)}
              onChange={(event) => {
                const chosen = [...(event.target.files ?? [])];
                event.target.value = '';
                onAdd(chosen);
              }}
            />
          </label>
        )}
        <FormError id={`${id}-error`}>{errors.files}</FormError>
      </div>
      <Choice
        legend="开放多久"
        name="open_days"
        options={OPEN_DAYS.map((days) => ({ value: String(days), title: `${days} 天` }))}
        value={String(form.open_days)}
        error={errors.open_days}
        onChoose={(value) => onChange({ open_days: Number(value) })}
      />
      <Choice
        legend={`谁可以${offerNoun(is_tender)}`}
        name="who_may"
        options={(Object.keys(WHO_MAY) as WhoMay[]).map((value) => ({ value, title: WHO_MAY[value], about: WHO_ABOUT[value] }))}
        value={form.who_may}
        error={errors.who_may}
        onChoose={(value) => onChange({ who_may: value as WhoMay })}
      />
    </>
  );
}

/** What the like was agreed on for, and the press that takes it over. */
function BudgetLine({ hint, onTake }: { hint: BudgetHint; onTake(budget: Pick<DemandForm, 'budget_min' | 'budget_max'>): void }) {
  const { count, low, high } = hint;
  const text = budgetText(low * 100, high * 100);
  return (
    <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-gold-tint px-3 py-2 text-gold-ink" role="status">
      <span>
        近两年同类需求成交 {count} 单，中间一半{low === high ? `都是 ${text}` : `在 ${text}之间`}
      </span>
      <button
        type="button"
        className="underline underline-offset-2"
        onClick={() => onTake({ budget_min: String(low), budget_max: String(high) })}
      >
        按这个填
      </button>
    </p>
  );
}

const WHO_ABOUT: Record<WhoMay, string> = { all: '任何登录的用户', certified: '通过实名或企业认证', member: '本站会员' };
