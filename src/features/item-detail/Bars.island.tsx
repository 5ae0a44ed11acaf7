import { useSession } from '#client/use-session.ts';
import { Follow } from '../engagement/Follow.tsx';
import { contactPrice, type Offer, shownPrice } from './actions.ts';
import { SideBar, TopBar } from './DetailBars.tsx';
import { pressCollect, pressContact, pressShare } from './tools.ts';
import { useActions } from './use-actions.ts';
import { useItem } from './use-item.ts';
import { useMarks } from './use-marks.ts';

export interface BarsIslandProps {
  title: string;
  offer: Offer;
  collect_num: number;
  /** No card beside the text has the star. */
  collects: boolean;
  releaser: { uid: number; nickname: string; headimgurl: string; href: string };
}

/** Both bars that float over the page, one island because they wake for the same readers. Place it with `client:intent="signed-in"`. */
export default function BarsIsland({ title, offer, collect_num, collects, releaser }: BarsIslandProps) {
  const { detail, status } = useItem();
  const marks = useMarks({ collect_num, like_num: 0 });
  const collect = collects ? marks.collect : null;
  const actions = useActions(offer);
  const signed_in = useSession() !== null;
  return (
    <>
      <TopBar
        title={title}
        shown={offer.gives ? shownPrice(offer, detail) : null}
        actions={actions}
        contact={
          offer.contact
            ? {
                price: contactPrice(offer.contact, detail, signed_in, status === 'failed'),
                onPress: () => void pressContact(),
              }
            : null
        }
      />
      <SideBar
        releaser={releaser}
        follow={<Follow uid={releaser.uid} />}
        collect={collect}
        onCollect={() => void pressCollect()}
        onShare={() => void pressShare()}
      />
    </>
  );
}
