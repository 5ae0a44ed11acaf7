import { ApiError } from '#client/api-error.ts';
import type { CallOptions } from '#client/gateway.ts';
import type { CallInput, CallName } from '#contract/gateway.ts';

type Answers = { [N in CallName]?: (input: CallInput<N>, options: CallOptions) => unknown };

/** In place of `#client/gateway.ts`: what stands under a call's name answers it, and a call without an answer fails the test. */
export function fakedGateway(answers: Answers) {
  const known = answers as Readonly<Record<string, (input: object, options: CallOptions) => unknown>>;
  return {
    ApiError,
    SILENT: { silent: true },
    ASIDE: { silent: true, background: true },
    gateway: async (name: string, input: object = {}, options: CallOptions = {}) => {
      const answer = known[name];
      if (!answer) throw new Error(`nothing answers ${name}`);
      return answer(input, options);
    },
  };
}
