CREATE TABLE "cart_items" (
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_user_id_item_id_pk" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
DROP INDEX "payment_claims_provider_no";--> statement-breakpoint
DROP INDEX "payments_trade";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cart_no" text;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD COLUMN "cart_place" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cart_no" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "cart_place" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_of_cart" ON "orders" USING btree ("cart_no") WHERE "orders"."cart_no" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_of_cart" ON "payments" USING btree ("cart_no","cart_place") WHERE "payments"."cart_no" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_provider_no" ON "payment_claims" USING btree ("provider_no","channel","cart_place");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_trade" ON "payments" USING btree ("provider_trade_no","provider","cart_place") WHERE "payments"."provider_trade_no" is not null;