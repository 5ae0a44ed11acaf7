/** Setting `site_filings`: who runs the site and by which filings; an empty one is not shown. */
export interface Filings {
  company: string;
  icp: string;
  police: string;
  licence: string;
}

/** Setting `customer_service`: how people reach the operator. The QR is the setting `customer_qrcode`, as the specification names it. */
export interface CustomerService {
  /** Empty: none. */
  phone: string;
  hours: string;
}
