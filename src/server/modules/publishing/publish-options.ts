import type { KindFacts } from '#contract/kinds.ts';
import type { PublishOptions } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { kindTerms } from '../catalog/index.ts';
import { publisherShare } from '../sales/index.ts';
import { getSetting } from '../settings/index.ts';
import { workReviewMode } from './settings.ts';

/** What the publishing form needs to know of the site; the same for everybody. */
export async function publishOptions(ctx: Ctx, kind: KindFacts): Promise<PublishOptions> {
  const [terms, publisher_share_bp, review, conversion] = await Promise.all([
    kindTerms(ctx, kind),
    getSetting(ctx, publisherShare),
    getSetting(ctx, workReviewMode),
    ctx.app.providers.documents.conversion(),
  ]);
  return {
    categories: terms.categories,
    facets: terms.facets,
    hot_tags: terms.tags.map((tag) => tag.name).slice(0, 8),
    publisher_share_bp,
    pptx_supported: conversion.possible,
    held_for_review: review === 'hold',
  };
}
