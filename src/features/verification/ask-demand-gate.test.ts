import { beforeEach, expect, it, vi } from 'vitest';

let status = 0;
let wants = true;
let verified = true;
let signed_in = true;
const asked: string[] = [];

vi.mock('#client/session.ts', () => {
  class LoginDismissed extends Error {}
  return {
    LoginDismissed,
    requireSession: async () => {
      if (!signed_in) throw new LoginDismissed('dismissed');
    },
  };
});
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /api/user/auth': () => {
      asked.push('check');
      return { status, text: '' };
    },
  });
});
vi.mock('#kit/ask-sure.tsx', () => ({
  askSure: async () => {
    asked.push('confirm');
    return wants;
  },
}));
vi.mock('./VerificationDialog.tsx', () => ({
  showVerification: async () => {
    asked.push('verify');
    return verified;
  },
}));

const { askDemandGate } = await import('./ask-demand-gate.ts');

beforeEach(() => {
  asked.length = 0;
  status = 0;
  wants = verified = signed_in = true;
});

it('lets through who is verified, without a dialog', async () => {
  status = 1;
  expect([await askDemandGate(), asked]).toEqual([true, ['check']]);
});

it('CH-1, S-801 asks who is not, and OK opens the verification, whose end decides', async () => {
  expect([await askDemandGate(), asked]).toEqual([true, ['check', 'confirm', 'verify']]);
  verified = false;
  expect(await askDemandGate()).toBe(false);
});

it('stops at a no, and before a login', async () => {
  wants = false;
  expect([await askDemandGate(), asked]).toEqual([false, ['check', 'confirm']]);
  signed_in = false;
  expect(await askDemandGate()).toBe(false);
});
