import { REGIONS } from '#contract/regions.ts';
import {
  RISK_TIPS,
  SHOP_CATEGORIES,
  SHOP_INTRODUCTION_MAX,
  SHOP_MARK_LENGTH_MAX,
  SHOP_MARKS_MAX,
  SHOP_NAME_MAX,
  SHOP_SITE_MAX,
} from '#contract/shop.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Field, FieldShell } from '#ui/Field.tsx';
import type { OwnShopActions, OwnShopState } from './shop.store.ts';

export interface ShopFieldsProps {
  state: OwnShopState;
  actions: OwnShopActions;
  onSubmit(): void;
}

const chosen = (value: string) => (value === '' ? null : Number(value));
const SPLIT = /[,，、\s]+/;

/** Everything that is typed of a shop. */
export function ShopFields({ state, actions, onSubmit }: ShopFieldsProps) {
  const { values, errors, busy, shop } = state;
  const cities = REGIONS.find(({ code }) => code === values.province)?.cities ?? [];
  return (
    <form
      noValidate
      className="grid max-w-160 gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        label="店铺名称"
        required
        autoComplete="organization"
        maxLength={SHOP_NAME_MAX}
        value={values.name}
        error={errors.name ?? null}
        onChange={(event) => actions.setValue('name', event.target.value)}
      />
      <Select
        label="服务类别"
        error={errors.category}
        value={values.category}
        onChange={(value) => actions.setValue('category', value)}
        groups={SHOP_CATEGORIES}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Select label="所在地区" error={errors.province} value={values.province} onChange={actions.chooseProvince} options={REGIONS} />
        {cities.length > 0 && (
          <Select
            label="所在城市"
            error={errors.city}
            value={values.city}
            onChange={(value) => actions.setValue('city', value)}
            options={cities}
          />
        )}
      </div>
      <FieldShell
        label="店铺介绍"
        error={errors.introduction ?? null}
        hint={`最多 ${SHOP_INTRODUCTION_MAX} 个字：做什么、做过什么、凭什么选您。`}
      >
        {(control) => (
          <textarea
            {...control}
            className={classNames('textarea w-full', errors.introduction && 'textarea-error')}
            rows={5}
            maxLength={SHOP_INTRODUCTION_MAX}
            value={values.introduction}
            onChange={(event) => actions.setValue('introduction', event.target.value)}
          />
        )}
      </FieldShell>
      <Field
        label="服务特色"
        hint={`最多 ${SHOP_MARKS_MAX} 个，每个不超过 ${SHOP_MARK_LENGTH_MAX} 个字，用逗号分开，例如：自有工厂，24 小时进场`}
        defaultValue={values.mark.join('，')}
        error={errors.mark ?? null}
        onChange={(event) => actions.setValue('mark', event.target.value.split(SPLIT).filter(Boolean))}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field
          label="成立年份"
          inputMode="numeric"
          maxLength={4}
          hint="满 5 年会显示在店铺上。"
          value={values.established}
          error={errors.established ?? null}
          onChange={(event) => actions.setValue('established', event.target.value)}
        />
        <Field
          label="官网"
          type="url"
          autoComplete="url"
          maxLength={SHOP_SITE_MAX}
          hint="https:// 开头，可以不填。"
          value={values.company_site}
          error={errors.company_site ?? null}
          onChange={(event) => actions.setValue('company_site', event.target.value)}
        />
      </div>
      <Field
        label="统一社会信用代码"
        maxLength={18}
        hint={`营业执照上的 18 位代码。不填时读者会看到：${RISK_TIPS}`}
        value={values.licence}
        error={errors.licence ?? null}
        onChange={(event) => actions.setValue('licence', event.target.value)}
      />
      <p role="alert" className="min-h-5 text-xs text-error">
        {errors.form}
      </p>
      <Button type="submit" look="primary" busy={busy === 'form'} className="w-fit">
        {shop ? '保存' : '开通店铺'}
      </Button>
    </form>
  );
}

interface Option {
  code: number;
  name: string;
}

interface SelectProps {
  label: string;
  error: string | undefined;
  value: number | null;
  onChange(value: number | null): void;
  options?: readonly Option[];
  groups?: ReadonlyArray<Option & { children: readonly Option[] }>;
}

function Select({ label, error, value, onChange, options = [], groups = [] }: SelectProps) {
  const items = (list: readonly Option[]) =>
    list.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ));
  return (
    <FieldShell label={label} required error={error ?? null}>
      {(control) => (
        <select
          {...control}
          className={classNames('select w-full', error && 'select-error')}
          required
          value={value ?? ''}
          onChange={(event) => onChange(chosen(event.target.value))}
        >
          <option value="">请选择</option>
          {items(options)}
          {groups.map((group) => (
            <optgroup key={group.code} label={group.name}>
              {items(group.children)}
            </optgroup>
          ))}
        </select>
      )}
    </FieldShell>
  );
}
