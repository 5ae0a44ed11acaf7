import { useCallback, useEffect, useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { OwnSecurity } from '#contract/account.ts';

/** Ways in, devices and data of the reader's account, and doing something to them; each change is followed by what is true then. */
export function useSecurity() {
  const [data, setData] = useState<OwnSecurity | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState('');
  const load = useCallback(async () => {
    try {
      setData(await gateway('GET /user/user/security', {}, SILENT));
      setFailure(null);
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, []);
  useEffect(() => void load(), [load]);
  /** Runs `work`, which shows its own errors. True when it succeeded. */
  const run = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
    if (busy !== '') return false;
    setBusy(name);
    try {
      await work();
      await load();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    } finally {
      setBusy('');
    }
  };
  return { data, failure, busy, load, run };
}
