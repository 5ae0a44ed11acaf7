/** Which of our pages a cache in front must drop. */
export interface CdnPurge {
  /** As pages carry them in `Cache-Tag`. */
  tags: readonly string[];
  /** Addresses of this process's pages with these tags, for those that know no tags: path and query. */
  paths: readonly string[];
}

/** A cache of our pages near their readers; null where there is none. */
export interface CdnPort {
  /** Resolves when it was taken. @throws Error when it was not: a page then stays as long as the CDN's own rule says, by `s-maxage` a minute */
  purge(what: CdnPurge): Promise<void>;
}
