import type { ItemListView } from '#contract/catalog.ts';
import type { ItemCard, ItemFilter, ItemPublic } from '#contract/item.ts';
import { benefitChips, JOB_EMPLOYMENT, JOB_REMOTE, type JobFace, jobCities, jobPay, jobPayText } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ShopCard } from '#contract/shop.ts';
import type { Ctx } from '../app/ctx.ts';
import { itemDetails, itemsById, type OwnFieldsOf, termsById, topItems } from '../modules/catalog/index.ts';
import { answersOf, closedJob } from '../modules/recruiting/index.ts';
import { getShop } from '../modules/shops/index.ts';
import { enterpriseNames, isEnterprise } from '../modules/verification/index.ts';
import { itemListView } from './item-list.ts';
import { type ItemScreen, itemScreenAt } from './item-screen.ts';

const JOB = KINDS.job;

export interface JobListScreen {
  view: ItemListView;
  /** By id of a job of the page. */
  faces: Record<number, JobFace>;
}

/** A page of jobs for a filter, with what a line says of each. */
export async function jobListView(ctx: Ctx, asked: ItemFilter): Promise<JobListScreen> {
  const view = await itemListView(ctx, JOB, asked);
  return { view, faces: await jobFaces(ctx, view.result.list) };
}

/** What lines of a list say of these jobs. */
export async function jobFaces(ctx: Ctx, cards: ReadonlyArray<Pick<ItemCard, 'id'>>): Promise<Record<number, JobFace>> {
  const items = await itemsById(
    ctx,
    cards.map(({ id }) => id),
  );
  const owners = [...new Set([...items.values()].map(({ publisher_id }) => publisher_id))];
  const [terms, nameOf] = await Promise.all([
    termsById(
      ctx,
      [...items.values()].flatMap(({ term_ids }) => term_ids),
    ),
    enterpriseNames(ctx, owners),
  ]);
  const verified = new Set<number>();
  for (const owner of owners) if (await isEnterprise(ctx, owner)) verified.add(owner);
  const faces: Record<number, JobFace> = {};
  for (const item of items.values()) {
    const name = (facet: string) => item.term_ids.map((id) => terms.get(id)).find((term) => term?.facet === facet)?.name ?? '';
    const fields = (await itemDetails<OwnFieldsOf>(ctx, item))?.fields ?? {};
    faces[item.id] = {
      ...{ pay: jobPayText(fields), area: areaOf(name('area'), jobCities(fields)), event: name('event') },
      ...{ work: name('work'), years: name('years'), education: name('education') },
      ...{ enterprise: nameOf(item.publisher_id), verified: verified.has(item.publisher_id) ? 1 : 0 },
      benefits: benefitChips(String(fields['benefits'] ?? '')),
    };
  }
  return faces;
}

const areaOf = (area: string, cities: readonly string[]) => (area === JOB_REMOTE ? area : cities.join('、') || area);

/** What the page of a job shows to everybody. */
export interface JobScreen {
  screen: ItemScreen;
  shop: (ShopCard & { owner_id: number }) | null;
  face: JobFace;
  /** How the enterprise answers who applies; '': it was asked too seldom. */
  answers: string;
  /** Faces of the jobs beside it. */
  faces: Record<number, JobFace>;
}

/** The page of an open job; null as `itemScreenAt`. */
export async function jobScreenAt(ctx: Ctx, url: URL): Promise<JobScreen | null> {
  const screen = await itemScreenAt(ctx, JOB, url);
  if (!screen) return null;
  const item = (await itemsById(ctx, [screen.item.id])).get(screen.item.id);
  if (!item) return null;
  const shop = item.shop_id === null ? null : await getShop(ctx, item.shop_id);
  const faces = await jobFaces(ctx, [{ id: item.id }, ...screen.recommended]);
  const face = faces[item.id];
  const answers = await answersOf(ctx, item.publisher_id);
  return face ? { screen, shop: shop && { ...shop.card, owner_id: shop.owner_id }, face, answers, faces } : null;
}

/** What the address of a closed job shows: that it is closed, and others; null: there is no such job. */
export async function closedJobAt(
  ctx: Ctx,
  url: URL,
): Promise<{ title: string; enterprise: string; others: ItemCard[]; faces: Record<number, JobFace> } | null> {
  const asked = url.searchParams.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(asked)) return null;
  const job = await closedJob(ctx, Number(asked));
  if (!job) return null;
  const [nameOf, others] = await Promise.all([enterpriseNames(ctx, [job.publisher_id]), topItems(ctx, JOB, { sort: 'new' }, 6)]);
  return { title: job.title, enterprise: nameOf(job.publisher_id), others, faces: await jobFaces(ctx, others) };
}

/** schema.org JobPosting of an open job. `site_url` has no trailing slash. */
export function jobJsonLd({ screen, face }: Pick<JobScreen, 'screen' | 'face'>, site_url: string): object {
  const { item } = screen;
  const text = (key: string) => String(item.fields[key] ?? '');
  const pay = jobPay(item.fields);
  const deadline = text('deadline');
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: item.title,
    description: [item.introduction, text('duty'), text('demand'), text('benefits')].filter(Boolean).join('\n'),
    identifier: { '@type': 'PropertyValue', name: '策猫', value: String(item.id) },
    datePosted: new Date(item.published_at * 1000).toISOString(),
    ...(deadline === '' ? {} : { validThrough: `${deadline}T23:59:59+08:00` }),
    employmentType: JOB_EMPLOYMENT[face.work] ?? 'OTHER',
    hiringOrganization: { '@type': 'Organization', name: face.enterprise },
    ...placeOf(item),
    ...(pay
      ? {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: 'CNY',
            value: {
              '@type': 'QuantitativeValue',
              unitText: 'MONTH',
              ...{ minValue: pay.min, maxValue: pay.max },
            },
          },
        }
      : {}),
    url: `${site_url}${JOB.paths.detail}?id=${item.id}`,
    directApply: true,
  };
}

function placeOf({ fields, terms }: Pick<ItemPublic, 'fields' | 'terms'>): object {
  const area = terms.find(({ key }) => key === 'area')?.name;
  if (area === JOB_REMOTE) return { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: 'CN' } };
  const district = [jobCities(fields)[0] ?? '', String(fields['district'] ?? '')].join('');
  const address = {
    '@type': 'PostalAddress',
    addressCountry: 'CN',
    addressRegion: area,
    ...(district === '' ? {} : { addressLocality: district }),
  };
  return { jobLocation: { '@type': 'Place', address } };
}
