import type { PagedFormat, SoldFormat } from './formats.ts';
import type { KindCalls, KindFacts, MediaFacts, PublishCalls } from './kind-facts.ts';
import { article } from './kinds/article.ts';
import { course } from './kinds/course.ts';
import { demand } from './kinds/demand.ts';
import { design } from './kinds/design.ts';
import { job } from './kinds/job.ts';
import { ppt } from './kinds/ppt.ts';
import { resource } from './kinds/resource.ts';
import { resource_case } from './kinds/resource-case.ts';
import { salon } from './kinds/salon.ts';
import { sample } from './kinds/sample.ts';
import { scheme } from './kinds/scheme.ts';
import { supplier_case } from './kinds/supplier-case.ts';
import { talk } from './kinds/talk.ts';

/**
 * Every kind of content, with all that the specification numbers or names for it. One table: maps, types and look-ups derive from it, so that no
 * number is written twice (spec 4 and 7; the same number has different meanings in different calls).
 */

export type { FieldFacts, ItemCall, KindCalls, KindFacts, MediaFacts, PublishCalls, TermFacet } from './kind-facts.ts';

/** A format without its row of contract/formats.ts does not compile, nor one without pages beside no `media`. */
type Sells = { media?: never; formats: readonly PagedFormat[] } | { media: MediaFacts; formats: readonly SoldFormat[] };

export const KINDS = {
  scheme,
  ppt,
  design,
  sample,
  resource,
  resource_case,
  supplier_case,
  article,
  course,
  talk,
  salon,
  demand,
  job,
} as const satisfies Record<string, KindFacts & Sells>;

export type KindKey = keyof typeof KINDS;

/** Kinds that are sold; each has a membership of its own. */
export type SoldKey = { [K in KindKey]: (typeof KINDS)[K] extends { sale: object } ? K : never }[KindKey];
type Sale = NonNullable<KindFacts['sale']>;
export const SOLD_KINDS: ReadonlyArray<KindFacts & { key: SoldKey; sale: Sale }> = Object.values<KindFacts>(KINDS).flatMap((kind) =>
  kind.sale ? [{ ...kind, key: kind.key as SoldKey, sale: kind.sale }] : [],
);

/** Memberships (spec 8): those of kinds stand with their kind. */
export const VIP_BIDDING = 5;
export const VIP_ALL = 6;
export const VIP_UNION = 99;

/** Report type of the site itself; it has no item. */
export const REPORT_SITE = 99;

/** The number under which likes are stored: kinds whose likes have a call of their own use one that no other call takes. */
export function likeType({ code, types }: Pick<KindFacts, 'code' | 'types'>): number {
  return types.zan ?? -code;
}

/** Whether readers take something away that has a price here: not where they only look, nor where they contact the supplier. */
export function isTaken({ gives }: Pick<KindFacts, 'gives'>): boolean {
  return gives !== 'nothing' && gives !== 'contact' && gives !== 'seat';
}

/** The kinds that have calls, with them. */
export const KINDS_WITH_CALLS: ReadonlyArray<KindFacts & { calls: KindCalls }> = Object.values<KindFacts>(KINDS).flatMap((kind) =>
  kind.calls ? [{ ...kind, calls: kind.calls }] : [],
);

/** Kinds that readers publish here. */
export const PUBLISHED_KINDS: ReadonlyArray<KindFacts & { calls: { publish: PublishCalls } }> = KINDS_WITH_CALLS.flatMap((kind) =>
  kind.calls.publish ? [{ ...kind, calls: { ...kind.calls, publish: kind.calls.publish } }] : [],
);

/** What the pages of a kind are counted in: pictures are no pages. */
export function pageUnit({ media }: Pick<KindFacts, 'media'>): '页' | '张' {
  return media ? '张' : '页';
}

/** Address of the kind's detail page. */
export function detailPath(kind: KindFacts, id: number): string {
  return `${kind.paths.detail}?id=${id}`;
}
