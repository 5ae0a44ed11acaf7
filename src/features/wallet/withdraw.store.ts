import { map, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { withheldOf } from '#contract/tax.ts';
import { checkWithdrawal, type EarningWay, isLastPayee, type Withdrawals } from '#contract/wallet.ts';
import { amountText } from '#ui/price-text.ts';
import { postWithdrawal } from './wallet.api.ts';

export type WithdrawField = 'amount' | 'name' | 'account';

export interface WithdrawState {
  values: Record<WithdrawField, string> & { method: EarningWay };
  errors: Partial<Record<WithdrawField | 'method' | 'form', string>>;
  busy: boolean;
}

export interface Withdraw {
  readonly $state: ReadableAtom<WithdrawState>;
  actions: {
    set(field: WithdrawField, value: string): void;
    setMethod(method: EarningWay): void;
    /** Says what is wrong with a field that was left. */
    check(field: WithdrawField): void;
    /** True: the request was taken. */
    submit(): Promise<boolean>;
  };
}

/** Withheld of an amount, yuan. */
export const taxOf = ({ tax }: Pick<Withdrawals, 'tax'>, amount: number): number => (tax?.rule ? withheldOf(tax.rule, tax, amount) : 0);

/** What is withheld of an amount, and what arrives of it. */
export function arrivesText(limits: Pick<Withdrawals, 'tax'>, amount: number): string {
  const tax = taxOf(limits, amount);
  const arrives = `实际到账 ¥${amountText(Math.round((amount - tax) * 100) / 100)}。`;
  if (limits.tax?.rule) return `代扣个人所得税 ¥${amountText(tax)}，${arrives}按今年累计提现计算。`;
  return limits.tax ? `不收手续费，不代扣税款，${arrives}提现收入按规定报送税务机关，由您自行申报。` : `不收手续费，${arrives}`;
}

/** The form that asks for earnings, all of them for `closing` the account; a retry without an answer is the same request. */
export function createWithdraw(
  limits: Pick<Withdrawals, 'minimum' | 'available' | 'tax' | 'last'>,
  closing = false,
  method: EarningWay = limits.last?.method ?? 'alipay',
): Withdraw {
  const payeeFor = (way: EarningWay) => (limits.last?.method === way ? limits.last : { name: '', account: '' });

  const amount = closing ? String(limits.available) : '';
  const $state = map<WithdrawState>({ values: { amount, ...payeeFor(method), method }, errors: {}, busy: false });
  // one wish: what was corrected after a lost answer is refused where the first one arrived
  const key = newKey();
  const wrong = () => checkWithdrawal($state.get().values, { ...limits, closing });
  return {
    $state,
    actions: {
      set(field, value) {
        const { values, errors } = $state.get();
        const { [field]: _gone, form: _said, ...others } = errors;
        $state.set({ ...$state.get(), values: { ...values, [field]: value }, errors: others });
      },
      setMethod(method) {
        const { values, errors } = $state.get();
        const { account: _account, amount: _amount, name: _name, ...others } = errors;
        // what was typed stays; the payee of before belongs to its way
        const typed = values.account !== '' && !isLastPayee(values, limits.last);
        $state.set({ ...$state.get(), values: { ...values, ...(typed ? {} : payeeFor(method)), method }, errors: others });
      },
      check(field) {
        const message = wrong()[field];
        if (message && $state.get().values[field] !== '') $state.setKey('errors', { ...$state.get().errors, [field]: message });
      },
      async submit() {
        const { values, busy } = $state.get();
        if (busy) return false;
        const errors = wrong();
        $state.set({ ...$state.get(), errors });
        if (Object.keys(errors).length > 0) return false;
        $state.setKey('busy', true);
        try {
          const payee = values.method === 'balance' ? { name: '', account: '' } : {};
          const amount = Number(values.amount);
          await postWithdrawal({ ...values, ...payee, amount, tax: taxOf(limits, amount), idempotency_key: key, closing });
          return true;
        } catch (error) {
          const known = error instanceof ApiError ? error : null;
          const fields = known?.fields ?? {};
          const form = Object.keys(fields).length > 0 ? {} : { form: known?.msg ?? '提交失败，请稍后再试' };
          $state.set({ ...$state.get(), busy: false, errors: { ...fields, ...form } });
          return false;
        }
      },
    },
  };
}
