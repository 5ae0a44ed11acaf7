import type { ChatSubjectKind } from '#contract/chat.ts';
import type { Ctx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';

export interface SubjectFacts {
  title: string;
  /** What it is called; absent: as its kind of subject is. */
  noun?: string;
  /** Empty: it is shown no more. */
  path: string;
  owner_id: number;
  /** Somebody new may ask its owner about it. */
  open: boolean;
}

/** What people talk about; an area hands over its own in `chat_subjects`. */
export interface ChatSubject {
  kind: ChatSubjectKind;
  /** Unknown ids are absent. */
  load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, SubjectFacts>>;
  /** Whether the owner may begin a talk with this user about it; absent: never. */
  mayAsk?(ctx: Ctx, subject_id: number, user_id: number): Promise<boolean>;
}

const known = new Map<ChatSubjectKind, ChatSubject>();

/** Called while the areas are put together. */
export function registerChatSubject(subject: ChatSubject): void {
  assert(!known.has(subject.kind), `the chat subject ${subject.kind} is defined twice`);
  known.set(subject.kind, subject);
}

export const chatSubject = (kind: ChatSubjectKind): ChatSubject | null => known.get(kind) ?? null;

export const GONE: SubjectFacts = { title: '内容已下架', path: '', owner_id: 0, open: false };

/** Facts of the subjects of many conversations; one query a kind. */
export async function subjectFacts(
  ctx: Ctx,
  subjects: ReadonlyArray<{ subject_kind: ChatSubjectKind; subject_id: number }>,
): Promise<(kind: ChatSubjectKind, id: number) => SubjectFacts> {
  const all = new Map<string, SubjectFacts>();
  for (const kind of new Set(subjects.map((one) => one.subject_kind))) {
    const ids = new Set(subjects.filter((one) => one.subject_kind === kind).map((one) => one.subject_id));
    const found = await chatSubject(kind)?.load(ctx, [...ids]);
    for (const [id, facts] of found ?? []) all.set(`${kind}:${id}`, facts);
  }
  return (kind, id) => all.get(`${kind}:${id}`) ?? GONE;
}
