import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { createClaimScreen } from './bills.store.ts';
import { ClaimFacts } from './ClaimFacts.tsx';

/** One chargeback or complaint, and what staff do with it. */
export default function ClaimIsland() {
  return <LoadedScreen of={createClaimScreen}>{(claim, actions) => <ClaimFacts claim={claim} acts={actions} />}</LoadedScreen>;
}
