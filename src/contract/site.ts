/** Setting `customer_service`: how people reach the operator. The QR is the setting `customer_qrcode`, as the specification names it. */
export interface CustomerService {
  /** Empty: none. */
  phone: string;
  hours: string;
}
