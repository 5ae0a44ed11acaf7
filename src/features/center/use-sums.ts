import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { useSession } from '#client/use-session.ts';
import type { WalletMoney } from '#contract/wallet.ts';
import { fetchSums } from './own-lists.ts';

/** What the signed-in reader has; null while nobody knows. The lists below say what went wrong, should it. */
export function useSums(): { sums: WalletMoney | null; reload: () => void } {
  const signed_in = useSession() !== null;
  const [sums, setSums] = useState<WalletMoney | null>(null);
  const reload = useCallback(() => {
    fetchSums().then(setSums, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }, []);
  useEffect(() => {
    if (signed_in) reload();
  }, [signed_in, reload]);
  return { sums, reload };
}
