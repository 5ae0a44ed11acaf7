/** One right at a partner, as we ask for it. */
export interface PartnerRight {
  /** Ours, unique for ever: asking twice with the same number gives one right. */
  request_no: string;
  partner: string;
  product: string;
  months: number;
  phone: string;
}

/** Memberships of other platforms that are sold together with ours. */
export interface PartnerPort {
  /** Which adapter stands here. */
  readonly name: string;
  /** Gives the right to the phone's account there. @throws Error when it is not known whether it did; asking again is safe */
  grant(right: PartnerRight): Promise<{ partner_no: string }>;
  /** Takes it back; one that was never given is taken back as well, so that a late grant of it does nothing. @throws as `grant` */
  revoke(right: PartnerRight): Promise<void>;
}
