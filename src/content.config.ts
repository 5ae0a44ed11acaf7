import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { HELP_GROUPS, type HelpGroup, STAFF_HELP } from '#contract/help.ts';

/** The help centre: one Markdown file a text, named as the specification names its address below /about. */
const help = defineCollection({
  loader: glob({ pattern: '*.md', base: 'src/content/help', generateId: ({ entry }) => entry.replace(/\.md$/, '') }),
  schema: z.strictObject({
    title: z.string(),
    /** For search engines and the head of the page. */
    summary: z.string(),
    group: z.enum([...(Object.keys(HELP_GROUPS) as HelpGroup[]), STAFF_HELP]),
    /** Place in its group, small first. */
    order: z.number(),
    /** The id of the specification's /about/helpCenter?id=. */
    number: z.number().optional(),
  }),
});

export const collections = { help };
