import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CodeField } from './CodeField.tsx';

it('U-37 says in the demo, and there alone, where its text messages arrive', () => {
  const props = {
    label: '验证码',
    name: 'captcha',
    value: '',
    error: undefined,
    send_again_at: 0,
    busy: false,
    onChange: () => {},
    onSend: () => {},
  };
  const told = [true, false].map((sandbox) => renderToStaticMarkup(<CodeField {...props} sandbox={sandbox} />).includes('href="/sandbox"'));
  expect(told).toEqual([true, false]);
});
