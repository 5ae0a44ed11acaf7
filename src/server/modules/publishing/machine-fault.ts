import { Stopping } from '../../db/jobs.ts';
import { AppError } from '../../kernel/errors.ts';
import { ReaderLost } from '../../providers/document/port.ts';

const SERVER_FAULT = 500;

/**
 * Whether work on a file ended for a reason that says nothing of the file: the process stops, a reader was killed, the disk is full, a
 * service is away. Such work is done again and never held against the file.
 */
export function isMachineFault(error: unknown): boolean {
  if (error instanceof Stopping || error instanceof ReaderLost) return true;
  if (error instanceof AppError) return error.status >= SERVER_FAULT;
  const { errno, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof errno === 'number' && typeof syscall === 'string';
}
