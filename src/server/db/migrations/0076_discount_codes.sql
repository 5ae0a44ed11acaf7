CREATE TABLE "discount_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"code" text NOT NULL,
	"percent_off" smallint DEFAULT 0 NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"min_price_fen" bigint DEFAULT 0 NOT NULL,
	"item_id" bigint,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"most" integer DEFAULT 0 NOT NULL,
	"per_person" integer DEFAULT 1 NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_off" CHECK (("discount_codes"."percent_off" between 1 and 90) <> ("discount_codes"."amount_fen" > 0) and "discount_codes"."min_price_fen" >= 0),
	CONSTRAINT "discount_codes_times" CHECK ("discount_codes"."most" >= 0 and "discount_codes"."per_person" >= 0 and "discount_codes"."ends_at" > "discount_codes"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "code_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "code_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_of_owner" ON "discount_codes" USING btree ("owner_id","code");--> statement-breakpoint
CREATE INDEX "discount_codes_by_code" ON "discount_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "discount_codes_stopped" ON "discount_codes" USING btree ("id") WHERE "discount_codes"."stopped_at" is not null;--> statement-breakpoint
CREATE INDEX "discount_codes_by_time" ON "discount_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_code" ON "orders" USING btree ("code_id","buyer_id") WHERE "orders"."code_id" is not null;