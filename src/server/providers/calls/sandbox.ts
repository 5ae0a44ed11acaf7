import type { Db } from '../../db/pool.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { CallPort } from './port.ts';
import { findBindings, insertBinding, ring, type SandboxCallRow, updateCaller } from './repo.ts';

/** As many as a phone's screen can show. */
const SHOWN = 20;

/** The sandbox adapter: its numbers ring the phone on /sandbox. */
export interface SandboxCallPort extends CallPort {
  readonly name: 'sandbox';
  /** Bindings that can be called now, the newest first. */
  open(now: Date): Promise<SandboxCallRow[]>;
  /** Dials; null: the number leads nowhere from this phone. */
  dial(x_number: string, caller: string, now: Date): Promise<SandboxCallRow | null>;
}

export function isSandboxCalls(port: CallPort): port is SandboxCallPort {
  return port.name === 'sandbox';
}

/** 170 and eight digits of the binding: no number that anybody has. */
const numberOf = (bind_no: string): string => `170${String(Number.parseInt(sha256(bind_no).slice(0, 12), 16) % 1e8).padStart(8, '0')}`;

export function createSandboxCalls(db: Db): SandboxCallPort {
  return {
    name: 'sandbox',
    async bind({ bind_no, caller, callee, title, expires_at }) {
      const { x_number } = await insertBinding(db, { bind_no, caller, callee, title, expires_at, x_number: numberOf(bind_no) });
      return { x_number };
    },
    async rebind(bind_no, caller) {
      const row = await updateCaller(db, bind_no, caller);
      if (!row) throw new Error(`sandbox: no binding ${bind_no}`);
      return { x_number: row.x_number };
    },
    open: (now) => findBindings(db, now, SHOWN),
    dial: (x_number, caller, now) => ring(db, x_number, caller, now),
  };
}
