import {
  RISK_TIPS,
  SHOP_CATEGORIES,
  SHOP_INTRODUCTION_MAX,
  SHOP_MARK_LENGTH_MAX,
  SHOP_MARKS_MAX,
  SHOP_NAME_MAX,
  SHOP_SITE_MAX,
} from '#contract/shop.ts';
import { RegionFields } from '#kit/RegionFields.tsx';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
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
  useLeaveWarning(state.changed);
  return (
    <Form className="grid max-w-160 gap-1" onSubmit={onSubmit}>
      <Field
        label="店铺名称"
        required
        autoComplete="organization"
        maxLength={SHOP_NAME_MAX}
        value={values.name}
        error={errors.name}
        onValue={(text) => actions.setValue('name', text)}
      />
      <Select
        label="服务类别"
        required
        error={errors.category}
        value={values.category ?? ''}
        onValue={(value) => actions.setValue('category', chosen(value))}
        none="请选择"
        groups={SHOP_CATEGORIES.map(({ name, children }) => [name, children.map((child) => [child.code, child.name])])}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <RegionFields
          by="code"
          labels={['所在地区', '所在城市']}
          province={values.province ?? ''}
          city={values.city ?? ''}
          errors={errors}
          required
          none="请选择"
          onProvince={(value) => actions.chooseProvince(chosen(value))}
          onCity={(value) => actions.setValue('city', chosen(value))}
        />
      </div>
      <TextArea
        label="店铺介绍"
        error={errors.introduction}
        hint={`最多 ${SHOP_INTRODUCTION_MAX} 个字：做什么、做过什么、凭什么选您。`}
        rows={5}
        maxLength={SHOP_INTRODUCTION_MAX}
        value={values.introduction}
        onValue={(text) => actions.setValue('introduction', text)}
      />
      <Field
        label="服务特色"
        hint={`最多 ${SHOP_MARKS_MAX} 个，每个不超过 ${SHOP_MARK_LENGTH_MAX} 个字，用逗号分开，例如：自有工厂，24 小时进场`}
        defaultValue={values.mark.join('，')}
        error={errors.mark}
        onValue={(text) => actions.setValue('mark', text.split(SPLIT).filter(Boolean))}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field
          label="成立年份"
          inputMode="numeric"
          maxLength={4}
          hint="满 5 年会显示在店铺上。"
          value={values.established}
          error={errors.established}
          onValue={(text) => actions.setValue('established', text)}
        />
        <Field
          label="官网"
          type="url"
          autoComplete="url"
          maxLength={SHOP_SITE_MAX}
          hint="https:// 开头，可以不填。"
          value={values.company_site}
          error={errors.company_site}
          onValue={(text) => actions.setValue('company_site', text)}
        />
      </div>
      <Field
        label="统一社会信用代码"
        maxLength={18}
        hint={`营业执照上的 18 位代码。不填时读者会看到：${RISK_TIPS}`}
        value={values.licence}
        error={errors.licence}
        onValue={(text) => actions.setValue('licence', text)}
      />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" busy={busy === 'form'} className="w-fit">
        {shop ? '保存' : '开通店铺'}
      </Button>
    </Form>
  );
}
