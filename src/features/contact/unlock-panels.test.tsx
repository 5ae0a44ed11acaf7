import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ContactState } from '#contract/contact.ts';
import { PopupB } from './UnlockPanels.tsx';

const contact = { unlock_price: 10, money: 3, remind_str: '', company_free: 1 } as ContactState;
const shown = (change: Partial<ContactState>) =>
  renderToStaticMarkup(
    <PopupB contact={{ ...contact, ...change }} busy={false} failure={null} onCoins={() => {}} onTopUp={() => {}} onClose={() => {}} />,
  );

it('offers certification only where it makes the contact free', () => {
  expect(shown({})).toContain('认证企业免费联系');
  const paid = shown({ company_free: 0 });
  expect(paid).not.toContain('认证企业');
  expect(paid).toContain('用猫币解锁');
});
