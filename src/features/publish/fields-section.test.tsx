import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM, type FormErrors, type ItemForm } from '#contract/publish.ts';
import { FieldsSection } from './FieldsSection.tsx';

const KIND: KindFacts = {
  ...KINDS.scheme,
  noun: '海报',
  fields: [
    { key: 'theme', label: '主题', type: 'text', max: 20, required: true },
    { key: 'day', label: '日期', type: 'date' },
    { key: 'cost', label: '造价', type: 'price', signed_in: true },
    {
      key: 'look',
      label: '类型',
      type: 'choice',
      options: [
        { value: '1', label: '平面' },
        { value: '2', label: '3D' },
      ],
    },
    { key: 'mode', label: '颜色模式', type: 'choice', only: { key: 'look', value: '1' }, options: [{ value: 'c', label: 'CMYK' }] },
    { key: 'about', label: '经过', type: 'lines', max: 400 },
    { key: 'more', label: '补充信息', type: 'pairs', max: 2 },
    { key: 'before', label: '上一次', type: 'item', kind: 'scheme' },
  ],
};

function draw(fields: ItemForm['fields'] = {}, errors: FormErrors = {}, kind = KIND): string {
  const nothing = () => undefined;
  return renderToStaticMarkup(
    <FieldsSection kind={kind} form={{ ...EMPTY_FORM, fields }} errors={errors} onChange={nothing} onLeave={nothing} />,
  );
}

it('draws a control for each type, each with its label, and says who sees what', () => {
  const html = draw({ theme: '海底', more: [{ key: '尺寸', value: '三米' }] });
  for (const label of ['主题', '日期', '造价', '类型', '经过', '补充信息', '上一次']) expect(html).toContain(label);
  expect(html).toContain('海报资料');
  expect(html).toContain('value="海底"');
  expect(html).toMatch(/type="date"/);
  expect(html).toContain('登录后的读者可见');
  expect(html).toContain('aria-label="补充信息第 1 行的名称"');
  expect(html).toContain('<textarea');
  expect(html).toContain('输入标题里的词');
});

it('asks for a field only while another one says so', () => {
  expect(draw()).not.toContain('颜色模式');
  expect(draw({ look: '2' })).not.toContain('颜色模式');
  expect(draw({ look: '1' })).toContain('颜色模式');
});

it('says what is wrong at the field, and takes no more pairs than there may be', () => {
  expect(draw({}, { 'field.theme': '请填写主题' })).toContain('请填写主题');
  const pair = { key: '一', value: '二' };
  expect(draw({ more: [pair] })).toContain('添加一行');
  expect(draw({ more: [pair, pair] })).not.toContain('添加一行');
});

it('is not there for a kind that asks for nothing', () => {
  expect(draw({}, {}, KINDS.scheme)).toBe('');
});
