import type { PrivatePage, ReviewRow } from '#contract/publish.ts';
import { gateway } from '../../client/gateway.ts';

export function listHeld(page: number): Promise<{ list: ReviewRow[]; total: number }> {
  return gateway.get('/scheme/review/list', { page, limit: 20 }, { silent: true });
}

export function heldPages(id: number): Promise<PrivatePage[]> {
  return gateway.get('/scheme/review/pages', { id }, { silent: true });
}

export function decideItem(id: number, decision: 'approve' | 'reject', reason: string, seen_at: number): Promise<{ id: number }> {
  return gateway.post('/scheme/review/decide', { id, decision, reason, seen_at });
}
