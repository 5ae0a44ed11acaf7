import { type KindFacts, pageUnit } from '#contract/kinds.ts';

/** What the lists of own works need of a kind. */
export interface PublishKind {
  key: string;
  noun: string;
  measure: string;
  /** Of its pages: 页 or 张. */
  unit: ReturnType<typeof pageUnit>;
  add: string;
  edit: string;
  detail: string;
  /** It stands in the shop: employees of the enterprise may publish it. */
  in_shop: boolean;
  /** It has a price of its own. */
  sold: boolean;
  /** Readers take a file of it. */
  downloaded: boolean;
  /** What buyers do with it, when it is sold. */
  taking: '下载' | '学习';
}

export function publishKind(kind: KindFacts): PublishKind {
  const { add = '', edit = '', detail } = kind.paths;
  return {
    key: kind.key,
    noun: kind.noun,
    measure: kind.measure,
    unit: pageUnit(kind),
    add,
    edit,
    detail,
    in_shop: kind.shop !== undefined,
    sold: kind.sale !== undefined,
    downloaded: kind.calls?.download !== undefined,
    taking: kind.gives === 'lessons' ? '学习' : '下载',
  };
}
