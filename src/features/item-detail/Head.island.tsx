import { Flag, Pencil, Share2 } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { paths } from '#contract/paths.ts';
import { amountText } from '#ui/price-text.ts';
import { Actions } from './Actions.tsx';
import { type Offer, type ShownPrice, shownPrice } from './actions.ts';
import { MarkButton } from './MarkButton.tsx';
import { readPageState } from './page-state.ts';
import { pressCollect, pressLike, pressReport, pressShare } from './tools.ts';
import { useActions } from './use-actions.ts';
import { useItem } from './use-item.ts';
import { useMarks } from './use-marks.ts';

export interface HeadIslandProps {
  offer: Offer;
  collect_num: number;
  like_num: number;
  /** The kind is collected. */
  collects: boolean;
  /** The kind is liked. */
  likes: boolean;
}

/** What the server drew is as high as most answers need: what stands below stays where it is. */
const holdHeight = (box: HTMLElement | null) => {
  if (box) box.style.minHeight = `${box.offsetHeight}px`;
};

/** Price, buttons and tools below the title. Place it with `client:intent="signed-in"`: it shows what this reader has. */
export default function HeadIsland({ offer, collect_num, like_num, collects, likes }: HeadIslandProps) {
  const { detail } = useItem();
  const actions = useActions(offer);
  const { collect, like } = useMarks({ collect_num, like_num });
  const session = useSession();
  const own = session !== null && session.user.id === readPageState().releaser_uid;
  const edit = own ? paths.edit(readPageState().kind, readPageState().id) : null;
  return (
    <>
      {offer.gives ? (
        <div className="of-reader grid gap-4" ref={holdHeight}>
          <PriceBlock shown={shownPrice(offer, detail)} />
          <Actions {...actions} />
        </div>
      ) : null}
      <div className="item-tools">
        {collects ? <MarkButton what="collect" mark={collect} onPress={() => void pressCollect()} /> : null}
        {likes ? <MarkButton what="like" mark={like} onPress={() => void pressLike()} /> : null}
        <button type="button" className="btn btn-ghost" onClick={() => void pressShare()}>
          <Share2 size={18} aria-hidden="true" />
          分享
        </button>
        {own ? null : (
          <button type="button" className="btn btn-ghost" onClick={() => void pressReport()}>
            <Flag size={18} aria-hidden="true" />
            举报
          </button>
        )}
        {edit ? (
          <a className="btn btn-ghost" href={edit}>
            <Pencil size={18} aria-hidden="true" />
            编辑
          </a>
        ) : null}
      </div>
    </>
  );
}

const TONES: Record<ShownPrice['tone'], string> = { price: '', free: 'text-success', member: 'text-gold-ink', right: 'text-success' };

/** The price as this reader meets it. */
function PriceBlock({ shown }: { shown: ShownPrice }) {
  return (
    <p className="flex items-baseline gap-2">
      {shown.amount === null ? (
        <span className={`text-xl font-semibold ${TONES[shown.tone]}`}>{shown.words}</span>
      ) : (
        <span className="num text-xl font-semibold text-primary">
          <span className="text-base">¥</span>
          {amountText(shown.amount)}
        </span>
      )}
      {shown.before > 0 ? (
        <s className="num text-muted">
          <span className="sr-only">原价</span>¥{amountText(shown.before)}
        </s>
      ) : null}
      {shown.note !== '' ? <span className="ml-auto text-xs text-muted">{shown.note}</span> : null}
    </p>
  );
}
