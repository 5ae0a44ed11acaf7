import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import { actingAs, type Ctx, inTransaction } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { saveDraft, storeDrawn, submitItem } from '#server/modules/publishing/index.ts';
import { decideTarget } from '#server/modules/review/index.ts';
import { checkInByHand, ownTickets, pastSalons, submitRecap } from '#server/modules/salons/index.ts';
import { asUser, atTime } from './at-time.ts';
import { finishPicture } from './drawing/draw-work.ts';
import { drawFilm, FILM_HEIGHT, FILM_WIDTH } from './drawing/film.ts';
import { keepFilm } from './keep-film.ts';
import { drawLessonCover } from './pictures/lesson-cover.ts';
import { drawPixels } from './pictures/picture.ts';
import { DEMO_SALONS } from './salons.ts';
import { DEMO_RECAPS, DEMO_TALKS } from './world/salon-talks.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'salon-talks';
const FILM_S = 10;
const TEN_MINUTES_MS = 600_000;

interface Past {
  id: number;
  owner_id: number;
  starts_at: Date;
}

/** Of the past salons: who came, short talks with films, and recaps. Again after a crash goes on. */
export async function tellOfSalons(ctx: Ctx): Promise<void> {
  const { people, made, seed } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const past = new Map(
    (await pastSalons(ctx, DEMO_SALONS.length)).flatMap(({ id, title, starts_at }): Array<[string, Past]> => {
      const owner = DEMO_SALONS.find(({ form }) => form.title === title)?.owner;
      return owner === undefined
        ? []
        : [[title, { id, owner_id: people.publisher_ids[owner] as number, starts_at: new Date(starts_at * 1000) }]];
    }),
  );
  for (const reader_id of people.reader_ids) await comeIn(ctx, [...past.values()], reader_id);
  const talks = new Map<string, number>();
  for (const [index, talk] of DEMO_TALKS.entries()) {
    const salon = past.get(talk.salon);
    if (salon) talks.set(talk.title, await publishTalk(ctx, { salon, talk, draft_key: `demo-${seed}-talk-${index}` }));
  }
  for (const recap of DEMO_RECAPS) {
    const salon = past.get(recap.salon);
    const film = talks.get(recap.film) ?? null;
    if (salon) await writeRecap(ctx, { salon, recap, film, reviewer_id: people.buyer_id });
  }
  await noteMade(ctx, MADE);
}

/** Ticket buyers came, except every fourth. */
async function comeIn(ctx: Ctx, salons: readonly Past[], reader_id: number): Promise<void> {
  const { list } = await ownTickets(asUser(ctx, reader_id), { page: 1, limit: 50 });
  for (const { id, salon_id, seq, state } of list) {
    const salon = salons.find((one) => one.id === salon_id);
    if (!salon || state !== 'valid' || seq % 4 === 0) continue;
    const then = atTime(ctx, new Date(salon.starts_at.getTime() - TEN_MINUTES_MS + seq * 60_000));
    await checkInByHand(asUser(then, salon.owner_id), { salon_id, ticket_id: id, nonce: `demo-come-in-${id}` });
  }
}

async function publishTalk(
  ctx: Ctx,
  { salon, talk, draft_key }: { salon: Past; talk: (typeof DEMO_TALKS)[number]; draft_key: string },
): Promise<number> {
  const then = asUser(atTime(ctx, new Date(salon.starts_at.getTime() + 3 * 86_400_000)), salon.owner_id);
  // a file from that day that nothing names is what the next cleaning takes away
  const today = asUser(ctx, salon.owner_id);
  const { categories } = await kindTerms(ctx, KINDS.talk);
  const { title, introduction, speaker, speaker_about, chapters, tags, colours, film, picture: wish, hand } = talk;
  const cover = await drawLessonCover({ title, line: speaker, speaker, colours, picture: wish, hand });
  const picture = await storeDrawn(today, { key: `demo-talk-${title}`, name: `${title}.jpg`, ...(await finishPicture(cover)) });
  const facts = { type: 'mp4', width: FILM_WIDTH, height: FILM_HEIGHT, duration_ms: FILM_S * 1000 } as const;
  const video = await keepFilm(today, title, await drawFilm(FILM_S, film), facts);
  const form = {
    ...EMPTY_FORM,
    ...{
      title,
      introduction,
      tags: [...tags],
      category_id: categories[talk.category]?.id ?? null,
      pictures: [picture],
      video_file_id: video,
      video_captions: captionsOf(chapters),
    },
    ...{ price_type: 'free' as const, fields: { speaker, speaker_about, salon_id: salon.id, chapters } },
  };
  const draft = { kind: KINDS.talk, draft_key, form };
  const { id, status } = await saveDraft(then, draft);
  if (status === 'draft') await submitItem(then, draft);
  return id;
}

/** The film has no sound: what its captions say is what it is about at each moment. */
function captionsOf(chapters: ReadonlyArray<{ key: string; value: string }>): string {
  const checked = checkVtt(chapters.map(({ key, value }) => `${key} ${value}`).join('\n'), FILM_S * 1000);
  return checked.error === null ? checked.vtt : '';
}

interface Recapped {
  salon: Past;
  recap: (typeof DEMO_RECAPS)[number];
  film: number | null;
  /** Not the owner: staff cannot decide for themselves. */
  reviewer_id: number;
}

async function writeRecap(ctx: Ctx, { salon, recap, film, reviewer_id }: Recapped): Promise<void> {
  const then = asUser(atTime(ctx, new Date(salon.starts_at.getTime() + 4 * 86_400_000)), salon.owner_id);
  const today = asUser(ctx, salon.owner_id);
  const pictures: Array<{ file_id: number; caption: string }> = [];
  for (const [caption, wish] of recap.pictures) {
    pictures.push({
      file_id: await storeDrawn(today, {
        key: `demo-recap-${salon.id}-${caption}`,
        name: `${caption}.jpg`,
        ...(await finishPicture(await drawPixels(wish, 1280))),
      }),
      caption,
    });
  }
  const { state } = await submitRecap(then, salon.id, { text: recap.text, pictures, film });
  if (state !== 'waiting') return;
  const reviewer = actingAs(then, { kind: 'user', user_id: reviewer_id, token_id: 0, roles: ['reviewer'], address: '' });
  await inTransaction(reviewer, (tx) => decideTarget(tx, { type: 'salon_recap', target_id: salon.id }, { action: 'approve', reason: '' }));
}
