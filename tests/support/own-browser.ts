import type { CallOptions, CallResult, TestApp } from './app.ts';

/** Calls as one browser: what it was told to keep it sends again. */
export interface OwnBrowser {
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<CallResult<T>>;
  /** As the browser would send it. */
  cookie(): string;
}

export function openBrowser(t: TestApp): OwnBrowser {
  let kept = '';
  return {
    cookie: () => kept,
    async call<T>(method: string, path: string, options: CallOptions = {}) {
      const headers = { ...(kept ? { cookie: kept } : {}), ...options.headers };
      const answer = await t.call<T>(method, path, { ...options, headers });
      const set = answer.headers.get('set-cookie');
      if (set) kept = set.split(';')[0] ?? '';
      return answer;
    },
  };
}
