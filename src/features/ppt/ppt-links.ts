import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';

/** A tag leads to the list as the specification writes it (spec 2, PPT detail). */
export const pptTagHref = ({ name }: { name: string }) => paths.list(KINDS.ppt, { searchInput: name, page: 1, type: 2 });

/** `type` of a publisher's page that a PPT leads to. */
export const PPT_PUBLISHER_TYPE = 1;
