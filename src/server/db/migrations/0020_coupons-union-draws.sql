CREATE TABLE "campaigns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"rules" text DEFAULT '' NOT NULL,
	"picture" text DEFAULT '' NOT NULL,
	"coupon_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"with_plans" boolean DEFAULT false NOT NULL,
	"with_draw" boolean DEFAULT false NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draw_prizes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draw_prizes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"round_id" bigint NOT NULL,
	"place" smallint NOT NULL,
	"title" text NOT NULL,
	"type" smallint NOT NULL,
	"covers" text DEFAULT '' NOT NULL,
	"covers_hor" text DEFAULT '' NOT NULL,
	"weight" integer NOT NULL,
	"stock" integer,
	"left_num" integer,
	"replace" smallint,
	"terms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "draw_prizes_stock" CHECK ("draw_prizes"."left_num" is null or ("draw_prizes"."left_num" >= 0 and "draw_prizes"."left_num" <= "draw_prizes"."stock")),
	CONSTRAINT "draw_prizes_weight" CHECK ("draw_prizes"."weight" >= 0),
	CONSTRAINT "draw_prizes_end" CHECK (("draw_prizes"."stock" is null) = ("draw_prizes"."replace" is null))
);
--> statement-breakpoint
CREATE TABLE "draw_rounds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draw_rounds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"activity_id" integer NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"seed" text NOT NULL,
	"seed_hash" text NOT NULL,
	"table_text" text NOT NULL,
	"table_hash" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "draw_rounds_state" CHECK ("draw_rounds"."state" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draws_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"round_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"user_seed" text NOT NULL,
	"hit" smallint NOT NULL,
	"given" smallint NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"due_time" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"receiver" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tel" text DEFAULT '' NOT NULL,
	"shipped_note" text DEFAULT '' NOT NULL,
	"shipped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draws_state" CHECK ("draws"."state" in ('given', 'unaddressed', 'addressed', 'shipped', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "union_bundles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "union_bundles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"img" text DEFAULT '' NOT NULL,
	"bottom_img" text DEFAULT '' NOT NULL,
	"price_fen" bigint NOT NULL,
	"org_price_fen" bigint NOT NULL,
	"protocol_url" text DEFAULT '' NOT NULL,
	"protocol_title" text DEFAULT '' NOT NULL,
	"parts" jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "union_bundles_price" CHECK ("union_bundles"."price_fen" > 0 and "union_bundles"."org_price_fen" >= "union_bundles"."price_fen")
);
--> statement-breakpoint
CREATE TABLE "union_rights" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "union_rights_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"orderid" text NOT NULL,
	"bundle_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"part" smallint NOT NULL,
	"sort" text NOT NULL,
	"title" text NOT NULL,
	"vip_type" smallint DEFAULT 0 NOT NULL,
	"days" integer DEFAULT 0 NOT NULL,
	"max_download_pre_day" integer DEFAULT 0 NOT NULL,
	"partner" text DEFAULT '' NOT NULL,
	"product" text DEFAULT '' NOT NULL,
	"months" integer DEFAULT 0 NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"price_fen" bigint NOT NULL,
	"request_no" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"partner_no" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"granted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "union_rights_state" CHECK ("union_rights"."state" in ('held', 'waiting', 'active', 'ending', 'ended')),
	CONSTRAINT "union_rights_price" CHECK ("union_rights"."price_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"definition_id" bigint NOT NULL,
	"title" text NOT NULL,
	"num" integer NOT NULL,
	"redeemed_num" integer DEFAULT 0 NOT NULL,
	"per_person" integer DEFAULT 1 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"batch_id" bigint NOT NULL,
	"user_id" bigint,
	"redeemed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupon_definitions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_definitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"use" text NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"percent_off" smallint DEFAULT 0 NOT NULL,
	"min_price_fen" bigint DEFAULT 0 NOT NULL,
	"claim_from" timestamp with time zone,
	"claim_to" timestamp with time zone,
	"use_end_time" timestamp with time zone,
	"valid_days" integer DEFAULT 0 NOT NULL,
	"stock" integer,
	"claimed_num" integer DEFAULT 0 NOT NULL,
	"per_person" integer DEFAULT 1 NOT NULL,
	"claimable" boolean DEFAULT false NOT NULL,
	"auto_get" boolean DEFAULT false NOT NULL,
	"for_new" boolean DEFAULT false NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_definitions_amount" CHECK ("coupon_definitions"."min_price_fen" >= 0 and ("coupon_definitions"."amount_fen" > 0 or "coupon_definitions"."use" = 'voucher')),
	CONSTRAINT "coupon_definitions_percent" CHECK ("coupon_definitions"."percent_off" between 0 and 99),
	CONSTRAINT "coupon_definitions_end" CHECK ("coupon_definitions"."use_end_time" is not null or "coupon_definitions"."valid_days" > 0),
	CONSTRAINT "coupon_definitions_stock" CHECK ("coupon_definitions"."stock" is null or "coupon_definitions"."claimed_num" <= "coupon_definitions"."stock")
);
--> statement-breakpoint
CREATE TABLE "sandbox_partner_rights" (
	"request_no" text PRIMARY KEY NOT NULL,
	"partner" text NOT NULL,
	"product" text NOT NULL,
	"months" integer NOT NULL,
	"phone" text NOT NULL,
	"revoked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_coupons" ADD COLUMN "use" text DEFAULT 'item' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_coupons" ADD COLUMN "percent_off" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_coupons" ADD COLUMN "definition_id" bigint;--> statement-breakpoint
ALTER TABLE "user_coupons" ADD COLUMN "nth" integer;--> statement-breakpoint
ALTER TABLE "user_vouchers" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_vouchers" ADD COLUMN "definition_id" bigint;--> statement-breakpoint
ALTER TABLE "user_vouchers" ADD COLUMN "nth" integer;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_round_id_draw_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."draw_rounds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_round_id_draw_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."draw_rounds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD CONSTRAINT "coupon_batches_definition_id_coupon_definitions_id_fk" FOREIGN KEY ("definition_id") REFERENCES "public"."coupon_definitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_codes" ADD CONSTRAINT "coupon_codes_batch_id_coupon_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."coupon_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_of_page" ON "campaigns" USING btree ("page","starts_at");--> statement-breakpoint
CREATE INDEX "campaigns_by_time" ON "campaigns" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "draw_prizes_place" ON "draw_prizes" USING btree ("round_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "draw_rounds_one_open" ON "draw_rounds" USING btree ("activity_id") WHERE "draw_rounds"."state" = 'open';--> statement-breakpoint
CREATE INDEX "draw_rounds_by_time" ON "draw_rounds" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "draws_one_an_order" ON "draws" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "draws_number" ON "draws" USING btree ("round_id","number");--> statement-breakpoint
CREATE INDEX "draws_of_user" ON "draws" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "draws_by_time" ON "draws" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "union_bundles_by_time" ON "union_bundles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "union_rights_part" ON "union_rights" USING btree ("order_id","part");--> statement-breakpoint
CREATE UNIQUE INDEX "union_rights_request" ON "union_rights" USING btree ("request_no");--> statement-breakpoint
CREATE INDEX "union_rights_of_user" ON "union_rights" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "union_rights_by_time" ON "union_rights" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "union_rights_waiting" ON "union_rights" USING btree ("next_try_at") WHERE "union_rights"."state" in ('waiting', 'ending');--> statement-breakpoint
CREATE INDEX "union_rights_statement" ON "union_rights" USING btree ("partner","granted_at") WHERE "union_rights"."sort" = 'partner';--> statement-breakpoint
CREATE INDEX "coupon_batches_by_time" ON "coupon_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "coupon_codes_of_batch" ON "coupon_codes" USING btree ("batch_id","user_id");--> statement-breakpoint
CREATE INDEX "coupon_definitions_by_time" ON "coupon_definitions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "coupon_definitions_for_new" ON "coupon_definitions" USING btree ("id") WHERE "coupon_definitions"."for_new" and "coupon_definitions"."is_on";--> statement-breakpoint
CREATE INDEX "user_coupons_ending" ON "user_coupons" USING btree ("use_end_time") WHERE "user_coupons"."status" = 'free';--> statement-breakpoint
CREATE UNIQUE INDEX "user_coupons_nth" ON "user_coupons" USING btree ("definition_id","user_id","nth") WHERE "user_coupons"."definition_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_vouchers_nth" ON "user_vouchers" USING btree ("definition_id","user_id","nth") WHERE "user_vouchers"."definition_id" is not null;--> statement-breakpoint
ALTER TABLE "user_coupons" ADD CONSTRAINT "user_coupons_percent" CHECK ("user_coupons"."percent_off" between 0 and 99);