/** What the specification numbers or names for a kind of content: the shape of a row of `KINDS` (contract/kinds.ts). */

/** What a list of the kind can be filtered by beside price and format: terms of the table `terms`. */
export interface TermFacet {
  /** Value of `terms.facet`. */
  key: string;
  /** Name of the query parameter. */
  param: string;
  label: string;
  /** The publisher chooses one in the form; tags are typed. */
  choice: boolean;
  /** A publisher has to choose. */
  required?: true;
  /** Found from the work and its files, maybe several of them; no form asks for it. */
  derived?: true;
}

/** Something that only this kind says of itself: an input of its form, a line of its detail page, a part of its details. */
export type FieldFacts = {
  key: string;
  label: string;
  required?: boolean;
  /** Only readers who are signed in see it: it never stands in the HTML. */
  signed_in?: boolean;
  /** Asked only while another choice field has this value. */
  only?: { key: string; value: string };
} & (
  | { type: 'text' | 'lines'; max: number }
  /** YYYY-MM-DD. `to`: key of the date that ends the time which this one begins; the two are shown as one. */
  | { type: 'date'; to?: string }
  /** Yuan, up to two decimals, as text. `to`: key of the upper end of the range. */
  | { type: 'price'; to?: string }
  /** `free_only`: may be chosen for what costs nothing; says why to others. */
  | { type: 'choice'; options: ReadonlyArray<{ value: string; label: string; free_only?: string }> }
  /** Lines of a name and a value. `shown_key`: pages show this many signs of a name at most. */
  | { type: 'pairs'; max: number; shown_key?: number }
  /** The id of a published item of that kind, or of one's own. */
  | { type: 'item'; kind: string }
  /** A tree of blocks (contract/article.ts), written in an editor of its own; its pictures are those of the form. */
  | { type: 'document' }
);

/** Pictures and films that a kind shows in place of the pages of a document. */
export interface MediaFacts {
  pictures: { min: number; max: number };
  video: boolean;
  /** Nothing of the kind is published without its film. */
  video_required?: true;
  /** True: only the free ones are public, the rest is sold; false: all are public. */
  locked: boolean;
}

/** A call of the gateway and the name of the parameter that holds the item's id. */
export interface ItemCall {
  path: string;
  id: string;
}

/** Calls that publishers make for items of one kind. */
export interface PublishCalls {
  /** GET an own one, POST a new one, PUT a change. */
  form: string;
  options: string;
  /** DELETE: throws away what was typed since the last submit. */
  change: string;
  /** DELETE: a draft. */
  draft: string;
  /** PUT: off the site and back. */
  shelf: string;
  /** GET: own ones of this kind. */
  mine: string;
  /** GET an own one by `id`; absent: `form`, where the specification gives its GET another meaning. */
  own?: string;
  /** The specification's names of what `form` does: GET an own one, and POST a change. */
  read?: ItemCall;
  edit?: string;
}

/** The calls of the gateway that belong to one kind, as the specification spells them or in the style of their neighbours. */
export interface KindCalls {
  detail: ItemCall;
  /** Items of the kind like this one; the number of cards a batch. */
  related: ItemCall & {
    limit: number;
    /** Names of the page's number and of its size; absent: page and limit. */
    page?: string;
    size?: string;
  };
  /** GET asks, POST takes; both by `id`. Absent: nothing is downloaded. */
  download?: string;
  /** The specification's GET takes as well, by this name of the id; whether one may is then known from the detail call alone. */
  download_by_get?: string;
  publish?: PublishCalls;
  /** POST places an order. */
  order?: string;
  /** A call of its own for likes, by the same name of the id as `detail`: `toggle` turns over by POST, `set` likes by POST and takes back by DELETE. */
  like?: { path: string; how: 'toggle' | 'set' };
}

export interface KindFacts {
  /** `items.kind`. */
  code: number;
  key: string;
  noun: string;
  /** Other words by which a search means this kind. */
  called?: readonly string[];
  /** Noun in the fixed sentences of the specification; absent: `noun`. */
  short?: string;
  /** Label of the button that downloads; absent: 下载 and the noun. */
  download?: string;
  /** Counting word: 一份方案. */
  measure: string;
  /** What the title is called in its form and faults; absent: 标题. */
  title_name?: string;
  /** A title as its form suggests one; absent: none. */
  example?: string;
  paths: {
    list: string;
    detail: string;
    /** Publishing; absent: nothing is published by readers. */
    add?: string;
    edit?: string;
    /** The buyer's list of orders. */
    orders?: string;
    /** All pictures and their originals, for those who have a right: in place of a file. */
    album?: string;
    /** Same page for phones under MOBILE_SITE_URL; absent: desktop only. */
    mobile?: string;
    /** Where a reader's history leads; absent: `detail`. */
    history?: string;
    /** Where a reader lands who asks for what is not there. */
    missing: string;
  };
  /** The `type` of each call; absent: the call does not know the kind. */
  types: { collect?: number; share?: number; report?: number; zan?: number; history?: number; hot_search?: number; relate?: number };
  /** Collections that staff put into its menu. `alone`: they hold works of this kind and no other. Absent: there are none. */
  collections?: { title: string; alone: boolean };
  /** What pays for it; absent: it is not sold. */
  sale?: {
    divide_type: number;
    coupon_type?: number;
    /** Membership of this kind, and its name in /vip/openVip. */
    vip_type: number;
    vip_text: string;
    /** It as something that is sold: number of its success screen (spec 4), type of the coupons that fit, section a buyer lands on. */
    vip: { name: string; success: number; coupon_type?: number; section: string };
    /** Tenths that a member pays: 7.5 is 七五折. */
    member_discount: number;
    /** Membership of another kind that opens it whole, originals included, as does the all-site one. */
    opened_by?: { vip_type: number; vip_text: string };
  };
  /** Scrolled beyond it, an overlay of the kind shows the way back to its top; absent: 200. */
  overlay_top_px?: number;
  /** Formats of the file that is sold, as found by content; lists filter by them where no facet says what is in a file. */
  formats: readonly string[];
  facets: readonly TermFacet[];
  /** It is words alone: no cover is asked for. */
  cover?: false;
  /** What its cards say beside the title: terms of facets, values of public fields. Absent: its publisher and category. */
  card?: { facets: readonly string[]; fields: readonly string[] };
  /** Absent: it shows the pages of its file. */
  media?: MediaFacts;
  /** What only this kind has. */
  fields?: readonly FieldFacts[];
  /** It belongs to the shop of its publisher; `required`: it cannot be published without one. */
  shop?: 'required' | 'if_any';
  /** Its items end by themselves: lists can be ordered by what ends soon. */
  ends?: {
    /** Where their owner finds them. */
    own: string;
    /** What taking one off the site ends permanently: as the reviewer reads it first, and as its owner is notified. */
    taken_down: { asked: string; told: string };
  };
  /** Absent: read and listed only. */
  calls?: KindCalls;
  /** What a buyer gets. */
  gives: 'file' | 'pictures' | 'contact' | 'seat' | 'lessons' | 'nothing';
}
