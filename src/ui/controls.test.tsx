import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Chart } from './Chart.tsx';
import { Form } from './Form.tsx';
import { FormError } from './FormError.tsx';
import { Select, SelectBox } from './Select.tsx';
import { TextArea } from './TextArea.tsx';

const attribute = (html: string, tag: string, name: string) => new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`).exec(html)?.[1];

it.each([
  [
    'select',
    (error: string | null) => <Select label="领域" required hint="一项" error={error} value="" none="请选择" options={['年会']} />,
  ],
  ['textarea', (error: string | null) => <TextArea label="说明" required hint="一段" error={error} defaultValue="" />],
] as const)('a %s is tied to its label, its hint and what is wrong with it', (tag, draw) => {
  const [fine, wrong] = [renderToStaticMarkup(draw(null)), renderToStaticMarkup(draw('请填写'))];
  const id = attribute(fine, 'label', 'for');
  expect(attribute(fine, tag, 'id')).toBe(id);
  expect([attribute(fine, tag, 'aria-invalid'), attribute(fine, tag, 'aria-describedby')]).toEqual(['false', `${id}-hint`]);
  expect([attribute(fine, tag, 'aria-required'), attribute(fine, tag, 'class')]).toEqual(['true', `${tag} w-full`]);
  expect([attribute(wrong, tag, 'aria-invalid'), attribute(wrong, tag, 'aria-describedby')]).toEqual(['true', `${id}-hint ${id}-error`]);
  expect(attribute(wrong, tag, 'class')).toBe(`${tag} w-full ${tag}-error`);
  expect(wrong).toContain(`<p id="${id}-error" role="alert" class="text-xs text-error">请填写</p>`);
});

it('a choice offers nothing first, then its options, also below headings', () => {
  const html = renderToStaticMarkup(
    <SelectBox defaultValue={2} none={[0, '不限']} options={['年会', [2, '路演']]} groups={[['华东', ['上海']]]} />,
  );
  const options = [...html.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)/g)].map(([, value, chosen, title]) => [
    value,
    title,
    Boolean(chosen),
  ]);
  expect(options).toEqual([
    ['0', '不限', false],
    ['年会', '年会', false],
    ['2', '路演', true],
    ['上海', '上海', false],
  ]);
  expect(html).toContain('<optgroup label="华东">');
});

it('the line of an error is announced, and is there before', () => {
  expect(renderToStaticMarkup(<FormError />)).toBe('<p role="alert" class="min-h-5 text-xs text-error"></p>');
  expect(renderToStaticMarkup(<FormError className="text-error" failure={{ message: '没有保存', request_id: 'r1', status: 500 }} />)).toBe(
    '<p role="alert" class="text-error">没有保存<span class="num text-muted">（请求编号 r1）</span></p>',
  );
});

it('a form says its errors itself', () => {
  expect(renderToStaticMarkup(<Form className="grid" onSubmit={() => undefined} />)).toBe('<form noValidate="" class="grid"></form>');
});

it('a chart of nothing says so instead of drawing axes', () => {
  const draw = (none: string | false) =>
    renderToStaticMarkup(<Chart chart={{ wide: '<svg/>', narrow: '<svg/>' }} height={220} alt="数字" none={none} />);
  expect(draw('这段时间还没有访客。')).not.toContain('<picture');
  expect(draw('这段时间还没有访客。')).toContain('这段时间还没有访客。');
  expect(draw(false)).toContain('alt="数字"');
});
