export { findPaidFor, findPaidMonths, type PaidFor, sumPaidFor } from './bill-books.repo.ts';
export {
  type BookedPayment,
  type BookedRefund,
  booksBetween,
  booksOf,
  type DoneRefund,
  type PaidOrderBooks,
  paidOrdersBetween,
  settleAsked,
} from './bill-books.ts';
export { answerClaim, claimForStaff, claimJobs, keepProof, openProof, recordResult, remindOfClaims } from './claims/handle-claim.ts';
export { type ClaimLine, claimRows, claimSource, countAliveOfUser, findClaimed, findClaimsOf } from './claims/repo.ts';
export { addClaim, takeClaim } from './claims/take-claim.ts';
export { quoteCoded, salesByCode, withCode } from './codes.ts';
export { countSales } from './count-sales.ts';
export { cancelOrder, closeUnpaid, expireOrders, supersedeOrder } from './expire-orders.ts';
export { payByBalance, traceUse, USE_TEXTS, type UseWay, usesText } from './fulfil-orders.ts';
export { type IncomeRow, incomeByDay, incomeSince, pendingEarnings } from './income.ts';
export { orderJobs } from './jobs.ts';
export { type Buyer, buyersBetween, listOrders, listSales, type OrderFilter, paidOrders, soldBy, soldSince } from './list-orders.ts';
export { orderState, ownOrder, paymentOfOrder } from './order-state.ts';
export {
  hideOrder,
  invoiceableOrders,
  lockOrderFacts,
  lockOwnOrder,
  lockPaidOrder,
  orderDetail,
  orderids,
  orderTitles,
  ownPaidOrder,
  type PaidOrderFacts,
  paidSince,
} from './own-orders.ts';
export { payerTraces } from './payers.ts';
export { CHARGED_BACK } from './payments/book-refund.ts';
export { chargeByAgreement } from './payments/charge-agreement.ts';
export { paidForReal, type Reconciliation, reconcilePayments, runRefunds } from './payments/reconcile-payments.ts';
export { type SettleOutcome, settlePayment } from './payments/settle-payment.ts';
export { type CartInput, type CartPart, placeCart } from './place-cart.ts';
export { type PlaceInput, placeOrder } from './place-order.ts';
export { type Choice, couponDto, quoteOrder, type ShownQuote, unfitDtos } from './quote-order.ts';
export { paperPdf, receiptPdf } from './receipt.ts';
export { OWN_ORDER_TEXT, refundReview } from './refund-review.ts';
export { askOwnRefund, withdrawOwnRefund } from './refunds/ask-own-refund.ts';
export { type PartBack, refundPartOf } from './refunds/give-back.ts';
export { type RefundHook, type RefundMade, registerRefundHook } from './refunds/hooks.ts';
export { leftToRefund } from './refunds/rules.ts';
export type { OrderRecord } from './repo.ts';
export { type CloseReason, ESCROWED, movesMoney, type OrderSnapshot } from './rules.ts';
export { SALES_PAGE, sellersBetween, sellersOfMonth, tellPaid } from './sellers.ts';
export { bankAccount, orderTtl, ownRefundDays, ownRefundsMost, ownRefundUpTo, refundConfirmAbove, transferDays } from './settings.ts';
export { type OrderLine, orderSource, type RefundLine, refundSource } from './staff.repo.ts';
export { type OrderForStaff, orderForStaff, type RefundInput, refundOrder, waitingRefunds } from './staff-orders.ts';
export {
  creditOf,
  isPrepaid,
  listedSubjects,
  type Offer,
  type OrderSubject,
  type Quoting,
  registerSubject,
  type SubjectTexts,
} from './subjects.ts';
export { takeNotify } from './take-notify.ts';
export { type TransferLine, transferSource } from './transfers/repo.ts';
export { askTransfer, receiveTransfer, sendTransfer } from './transfers/transfers.ts';
