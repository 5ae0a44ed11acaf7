import type { PrivatePage } from '#contract/publish.ts';
import type { ReviewRevealed, ReviewStatus, ReviewSubject } from '#contract/review.ts';
import type { Ctx, Role, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';

/** What an action gets: the target under lock and what the decider wrote. */
export interface Decision {
  target_id: number;
  reason: string;
  /** What was stored with the row when it was opened. */
  detail: Record<string, unknown>;
}

export interface ReviewAction {
  name: string;
  text: string;
  needs_reason: boolean;
  /** What a missing reason is called: 请填写未通过的原因. */
  reason_label?: string;
  reasons?: readonly string[];
  /** Status of the row afterwards. */
  leads_to: Exclude<ReviewStatus, 'open' | 'withdrawn'>;
  /** Changes the target; throwing takes the decision back. */
  run(tx: TxCtx, decision: Decision): Promise<void>;
}

/** The actions of a desk that lets through, or sends back with a reason. `back`: the second one where it says something else. */
export const passOrSendBack = (
  of: {
    reasons: readonly string[];
    approve(tx: TxCtx, target_id: number): Promise<void>;
    reject(tx: TxCtx, target_id: number, reason: string): Promise<void>;
  },
  back = { name: 'reject', text: '退回', reason_label: '退回的原因' },
): ReviewAction[] => [
  { name: 'approve', text: '通过', needs_reason: false, leads_to: 'approved', run: (tx, { target_id }) => of.approve(tx, target_id) },
  {
    ...{ ...back, needs_reason: true, reasons: of.reasons, leads_to: 'rejected' },
    run: (tx, { target_id, reason }) => of.reject(tx, target_id, reason),
  },
];

type People = ReadonlyArray<number | null | undefined>;

/** One sort of target that staff decide, declared by the module that owns it. */
export interface Reviewable {
  /** `reviewables.type`. */
  type: string;
  /** Of the desk's tab. */
  title: string;
  roles: readonly Role[];
  actions: readonly ReviewAction[];
  /** What staff see, by target, with personal facts masked; targets that are gone are absent. */
  load(ctx: Ctx, target_ids: readonly number[]): Promise<Map<number, ReviewSubject>>;
  /** Locks the target before its row, in the same order as changes of the target, which open its review. */
  lock(tx: TxCtx, target_id: number): Promise<unknown>;
  /** Whom a decision serves or harms: none of them decides, nor an account of theirs. After `lock`. Absent: no user of the site. */
  owners?(tx: TxCtx, target_id: number): Promise<People>;
  /** The target's pages, all of them; absent: it has none. */
  pages?(ctx: Ctx, target_id: number): Promise<PrivatePage[]>;
  /** What `load` masks, whole, and papers: for who said why, and for those who may see data of the people it is of. Absent: nothing is masked. */
  reveal?: { of(tx: TxCtx, target_id: number): Promise<People>; show(tx: TxCtx, target_id: number): Promise<ReviewRevealed> };
  /** How the audit log names the target. */
  subject(target_id: number): string;
}

const known = new Map<string, Reviewable>();

/** @throws AppError 403 when the actor may not, because of these people */
type PeopleRule = (ctx: Ctx, people: readonly number[]) => Promise<void>;
const rules: { own: PeopleRule; data: PeopleRule } = { own: () => Promise.resolve(), data: () => Promise.resolve() };

/** Which accounts belong together, and whose data is whose to see, is known above this module. */
export function registerPeopleRules(of: { own: PeopleRule; data: PeopleRule }): void {
  Object.assign(rules, of);
}

/** @throws AppError 403 when the actor would decide for themselves */
export async function refuseOwners(tx: TxCtx, reviewable: Reviewable, target_id: number): Promise<void> {
  await rules.own(tx, knownPeople((await reviewable.owners?.(tx, target_id)) ?? []));
}

/** @throws AppError 403 when the actor may not see the target's personal data */
export async function refuseData(tx: TxCtx, people: People): Promise<void> {
  await rules.data(tx, knownPeople(people));
}

const knownPeople = (people: People): number[] => people.filter((one) => one !== null && one !== undefined);

/** Hands a sort over to the desk; called by the wiring, and by tests. @returns what takes it away again */
export function registerReviewable(reviewable: Reviewable): () => void {
  assert(!known.has(reviewable.type), `the reviewable ${reviewable.type} is registered twice`);
  known.set(reviewable.type, reviewable);
  return () => known.delete(reviewable.type);
}

export function allReviewables(): Reviewable[] {
  return [...known.values()];
}

/** What the desk can decide, as the audit log names it, and in words. */
export function deskActions(): Array<{ action: string; title: string }> {
  return allReviewables().flatMap(({ type, title, actions }) =>
    actions.map(({ name, text }) => ({ action: `${type}.${name}`, title: `${title}：${text}` })),
  );
}

export function findReviewable(type: string): Reviewable | null {
  return known.get(type) ?? null;
}
