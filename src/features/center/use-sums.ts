import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { useSession } from '#client/use-session.ts';
import type { WalletSums } from '#contract/center.ts';
import { fetchSums } from './own-lists.ts';

/** What the signed-in reader can spend; null while nobody knows. The lists below say what went wrong, should it. */
export function useSums(): WalletSums | null {
  const signed_in = useSession() !== null;
  const [sums, setSums] = useState<WalletSums | null>(null);
  useEffect(() => {
    if (!signed_in) return;
    fetchSums().then(setSums, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }, [signed_in]);
  return sums;
}
