import { unreachable } from '../../../kernel/assert.ts';
import { schemeKind } from './scheme.ts';

/** Number of a kind as stored in `items.kind`. A new kind is added here first; the switch below then fails to compile until described. */
export type Kind = 1;
export const KIND_SCHEME = 1;

export type Facet = 'category' | 'industry' | 'activity' | 'tag';

/** What the rest of the house needs to know about a kind of content. */
export interface KindDescription {
  kind: Kind;
  /** In code and in cache tags: `list:scheme`. */
  name: string;
  /** For people. */
  label: string;
  detail_path: string;
  list_path: string;
  /** Formats of the file that is sold. */
  formats: readonly string[];
  /** What its list can be filtered by. */
  facets: readonly Facet[];
  sold_as: 'file';
}

/** @throws on a kind that the database must not hold */
export function describeKind(kind: Kind): KindDescription {
  switch (kind) {
    case 1:
      return schemeKind;
    default:
      return unreachable(kind);
  }
}
