import { ApiError } from '#client/api-error.ts';
import { offerPriceText } from '#contract/offer.ts';
import type { OfferVersion } from '#contract/outputs/offer.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { timeText } from '#ui/time-text.ts';
import { OfferFiles, OfferWorks } from './OfferParts.tsx';
import { offerActs } from './offer-acts.ts';

/** Opens every version of an offer, the newest first, as the two sides saw it then. Nothing where there is only one. */
export function VersionsLink({ id, count, noun }: { id: number; count: number; noun: string }) {
  if (count < 2) return null;
  return (
    <button type="button" className="quiet-link num justify-self-start text-xs" onClick={() => void showVersions(id, noun)}>
      共 {count} 版，看以前的
    </button>
  );
}

async function showVersions(id: number, noun: string): Promise<void> {
  let list: readonly OfferVersion[];
  try {
    list = await offerActs.versions(id);
  } catch (error) {
    // the gateway said it
    if (error instanceof ApiError) return;
    throw error;
  }
  await openDialog<null>((close) => <VersionsDialog list={list} noun={noun} close={() => close(null)} />);
}

function VersionsDialog({ list, noun, close }: { list: readonly OfferVersion[]; noun: string; close(): void }) {
  return (
    <Dialog open title={`${noun}的各个版本`} width={544} onClose={close}>
      <ol className="grid gap-3" reversed start={list.length}>
        {list.map((version, at) => (
          <li key={version.no} className="rounded-box border border-line p-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <p className="num font-semibold text-primary">
                {version.sealed ? '密封中' : offerPriceText(version.price, version.price_max)}
                {!version.sealed && (
                  <span className="ml-2 text-sm font-normal text-muted">{version.days > 0 ? `${version.days} 天` : '天数面议'}</span>
                )}
              </p>
              <p className="num text-xs text-muted">
                第 {version.no} 版{at === 0 && '（现在的）'}，{timeText(version.created_at)}
              </p>
            </div>
            {!version.sealed && (
              <div className="mt-2 grid gap-2 text-sm">
                <p className="whitespace-pre-line">{version.text}</p>
                <OfferFiles files={version.files} />
                <OfferWorks works={version.works} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
