import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from './Field.tsx';

it('says what is wrong right below its input, before the hint, and ties both to it', () => {
  const html = renderToStaticMarkup(<Field label="验证码" error="验证码错误" hint="请到模拟手机查看" readOnly value="" />);
  const [input, error, hint] = ['<input', '验证码错误', '请到模拟手机查看'].map((part) => html.indexOf(part)) as [number, number, number];
  expect(input).toBeGreaterThan(0);
  expect([input < error, error < hint]).toEqual([true, true]);
  const described = /aria-describedby="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
  expect(described).toHaveLength(2);
  for (const id of described) expect(html).toContain(`id="${id}"`);
});
