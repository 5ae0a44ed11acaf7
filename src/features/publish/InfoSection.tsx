import { useId } from 'react';
import type { Term } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type FormErrors, INTRODUCTION_MAX, type ItemForm, type PublishOptions, TITLE_MAX, TITLE_NAME } from '#contract/publish.ts';
import { TagsInput } from '#kit/TagsInput.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface InfoSectionProps {
  kind: KindFacts;
  form: ItemForm;
  errors: FormErrors;
  options: PublishOptions;
  onChange(patch: Partial<ItemForm>): void;
  onLeave(name: keyof FormErrors): void;
}

/** What a kind says of its title and calls its introduction, where it is no work. */
const NAMES: Readonly<Record<string, { hint: string; introduction: string; about: string }>> = {
  article: { hint: '写清这篇文章讲什么', introduction: '摘要', about: '一两句话，显示在列表、搜索和分享里' },
  job: { hint: '写清岗位和级别', introduction: '团队介绍', about: '公司和团队做什么、在做哪些项目' },
};

/** What the work is called, is about and where it belongs. */
export function InfoSection({ kind, form, errors, options, onChange, onLeave }: InfoSectionProps) {
  const id = useId();
  const names = NAMES[kind.key] ?? {
    ...{ hint: '说清主题、行业和形式更容易被搜到', introduction: '简介' },
    about: `${kind.noun}的亮点、适用场景、包含哪些内容`,
  };
  const children = options.categories.find((term) => term.id === form.category_id)?.children ?? [];
  return (
    <section className="panel grid grid-cols-1 gap-3 p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-base font-semibold">
        基本信息
      </h2>
      <Field
        label={kind.title_name ?? TITLE_NAME}
        required
        maxLength={TITLE_MAX}
        placeholder={kind.example ?? '主题、行业和形式'}
        value={form.title}
        error={errors.title}
        hint={
          <span className="num">
            {[...form.title].length}/{TITLE_MAX}，{names.hint}
          </span>
        }
        onValue={(text) => onChange({ title: text })}
        onBlur={() => onLeave('title')}
      />
      <TextArea
        label={names.introduction}
        error={errors.introduction}
        hint={
          <span className="num">
            {[...form.introduction].length}/{INTRODUCTION_MAX}
          </span>
        }
        rows={5}
        maxLength={INTRODUCTION_MAX}
        placeholder={names.about}
        value={form.introduction}
        onValue={(text) => onChange({ introduction: text })}
        onBlur={() => onLeave('introduction')}
      />
      <div className="grid gap-x-4 gap-y-3 md:grid-cols-2">
        <TermSelect
          label="分类"
          required
          empty="请选择分类"
          terms={options.categories}
          value={form.category_id}
          error={errors.category_id}
          onChange={(category_id) => onChange({ category_id, category_id_sub: null })}
          onLeave={() => onLeave('category_id')}
        />
        <TermSelect
          label="二级分类"
          empty={children.length > 0 ? '不选' : '先选择分类'}
          terms={children}
          value={form.category_id_sub}
          error={errors.category_id_sub}
          onChange={(category_id_sub) => onChange({ category_id_sub })}
        />
        {ownChoices(kind).map(({ key, label, required = false }) => (
          <TermSelect
            key={key}
            label={label}
            required={required}
            empty={required ? '请选择' : '不选'}
            terms={options.facets[key] ?? []}
            value={form.terms[key] ?? null}
            error={errors[`terms.${key}`]}
            onChange={(id) => onChange({ terms: withChoice(form.terms, key, id) })}
          />
        ))}
      </div>
      <TagsInput tags={form.tags} hot={options.hot_tags} error={errors.tags} onChange={(tags) => onChange({ tags })} />
    </section>
  );
}

/** What the publisher chooses of the kind's own facets. */
function ownChoices(kind: KindFacts) {
  return kind.facets.filter(({ key, choice }) => choice && key !== 'category');
}

function withChoice(terms: ItemForm['terms'], key: string, id: number | null): ItemForm['terms'] {
  const { [key]: _before, ...others } = terms;
  return id === null ? others : { ...others, [key]: id };
}

interface TermSelectProps {
  label: string;
  empty: string;
  terms: Term[];
  value: number | null;
  error?: string | undefined;
  required?: boolean;
  onChange(id: number | null): void;
  onLeave?(): void;
}

function TermSelect({ label, empty, terms, value, error, required = false, onChange, onLeave }: TermSelectProps) {
  return (
    <Select
      label={label}
      error={error}
      required={required}
      value={value ?? ''}
      disabled={terms.length === 0}
      onValue={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      onBlur={onLeave}
      none={empty}
      options={terms.map((term) => [term.id, term.name])}
    />
  );
}
