/** DTOs of the review desk: one queue for everything that staff decide. */
import type { PrivatePage, ReviewRow } from './publish.ts';

/** Of a row in the queue. withdrawn: taken back before anybody decided. */
export type ReviewStatus = 'open' | 'approved' | 'rejected' | 'dismissed' | 'withdrawn';

export interface ReviewActionText {
  name: string;
  /** Label of the button. */
  text: string;
  /** Asked for, and read by the person concerned. */
  needs_reason: boolean;
  /** 未通过的原因: what the reason is called. */
  reason_label: string;
  /** Offered for one press. */
  reasons: string[];
}

/** A work as staff see it. */
export interface ReviewedWork {
  /** Key of a kind. */
  kind: string;
  introduction: string;
  category: string;
  tags: string[];
  price: number;
  vip_only: boolean;
  format: string;
  unit: ReviewRow['unit'];
  fields: ReviewRow['fields'];
  video_src: string;
  pages: number;
  free_pages: number;
}

/** What one reader wrote about a work. */
export interface ReportLine {
  id: number;
  content: string;
  url: string;
  /** Masked in the queue. */
  mobile: string;
  nickname: string;
  /** How their former reports ended. */
  upheld: number;
  dismissed: number;
  /** Unix seconds. */
  created_at: number;
}

export interface ReviewFact {
  label: string;
  value: string;
  /** What staff open beside the desk. */
  href?: string;
  /** Of a person: masked in the queue, and no part of its CSV. */
  personal?: boolean;
}

/** What staff see of a target. Sections that its type does not have are absent. */
export interface ReviewSubject {
  title: string;
  /** Who stands behind it. */
  byline: string;
  cover_src: string;
  /** One line about how it stands; empty: nothing to say. */
  note: string;
  /** What is held against its pictures, or what was written. */
  facts?: ReviewFact[];
  work?: ReviewedWork;
  reports?: ReportLine[];
  /** Its pages can be looked at. */
  has_pages: boolean;
}

/** What the queue shows masked or not at all, whole: told once somebody says why. */
export interface ReviewRevealed {
  facts: ReviewFact[];
  reports: ReportLine[];
  /** Papers; empty: its pages, if any, are open to its staff. */
  pages: PrivatePage[];
}

export interface ReviewEntry {
  id: number;
  type: string;
  target_id: number;
  status: ReviewStatus;
  score: number;
  /** A decision names it; one that is made on an older version is refused. */
  version: number;
  reason: string;
  /** Unix seconds. */
  opened_at: number;
  updated_at: number;
  decided_at: number;
  subject: ReviewSubject;
  /** Personal facts of it are masked, its papers closed: `reveal` tells them, with a reason. */
  masked: boolean;
  actions: ReviewActionText[];
}

/** A type of the queue that the caller may decide, with what is open of it. */
export interface ReviewTypeCount {
  type: string;
  title: string;
  open: number;
}

export interface ReviewList {
  type: string;
  list: ReviewEntry[];
  /** Counted no further than `COUNT_MOST` + 1, as what is open of each type. */
  total: number;
  page: number;
  limit: number;
  types: ReviewTypeCount[];
}

/** Gateway calls of the desk. */
export const REVIEW_CALLS = {
  export: '/admin/review/export',
  pages: '/admin/review/pages',
} as const;
