import type { TxCtx } from '../../app/ctx.ts';

/** One person and one company; `seats_id`: of which seats one is meant for them. */
export interface Employment {
  enterprise_id: number;
  user_id: number;
  seats_id?: number | null;
}

/** What else follows when somebody begins or ends to work for a company, in its transaction. */
export interface EmploymentHook {
  began(tx: TxCtx, of: Employment): Promise<void>;
  ended(tx: TxCtx, of: Employment): Promise<void>;
}

const hooks = new Set<EmploymentHook>();

/** Adds what an area declares. */
export function registerEmploymentHook(hook: EmploymentHook): void {
  hooks.add(hook);
}

export async function employmentBegan(tx: TxCtx, of: Employment): Promise<void> {
  for (const hook of hooks) await hook.began(tx, of);
}

export async function employmentEnded(tx: TxCtx, of: Employment): Promise<void> {
  for (const hook of hooks) await hook.ended(tx, of);
}
