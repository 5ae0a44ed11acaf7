import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import LoginPage from './LoginPage.island.tsx';

it('the server draws the age that the site asks for, and none where it asks for none', () => {
  expect(renderToString(<LoginPage form="register" least_age={18} />)).toContain('我已年满 18 周岁');
  expect(renderToString(<LoginPage form="register" least_age={0} />)).not.toContain('我已年满');
  expect(renderToString(<LoginPage form="password" least_age={18} />)).not.toContain('我已年满');
});
