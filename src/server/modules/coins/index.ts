export {
  balanceMost,
  balancePacks,
  balanceSubject,
  balancesToBuy,
  coinPacks,
  coinSubject,
  topUp,
  topUpBalance,
} from './prepaid-subjects.ts';
