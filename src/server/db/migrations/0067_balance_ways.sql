ALTER TABLE "orders" DROP CONSTRAINT "orders_refunded";--> statement-breakpoint
ALTER TABLE "payment_claims" DROP CONSTRAINT "payment_claims_amounts";--> statement-breakpoint
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_method";--> statement-breakpoint
ALTER TABLE "payment_claims" ADD COLUMN "gone_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD COLUMN "taken_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_pay_fen" between 0 and "orders"."pay_fen" and "orders"."refunded_balance_fen" between 0 and "orders"."pay_fen" + "orders"."balance_fen" - "orders"."refunded_pay_fen" and "orders"."publisher_back_fen" between 0 and "orders"."publisher_fen");--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_amounts" CHECK ("payment_claims"."amount_fen" > 0 and "payment_claims"."held_fen" >= 0 and "payment_claims"."taken_fen" between 0 and "payment_claims"."gone_fen");--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_method" CHECK ("withdrawals"."method" in ('alipay', 'bank', 'balance'));