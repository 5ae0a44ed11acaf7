/** How files of documents look: the name, mark, colour and foot of who sends them. */
export type { PaperTemplate } from './outputs/paper.ts';

export const TEMPLATE_NAME_MAX = 30;
export const TEMPLATE_FOOTER_MAX = 80;
export const TEMPLATE_COLOUR = '#cf3812';
/** Of a mark in files, px. */
export const LOGO_BOX = { width: 480, height: 160 } as const;
export const PAPER_EXPORT = '/paper/export';
