CREATE TABLE "ad_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"film_item_id" bigint NOT NULL,
	"film_title" text NOT NULL,
	"film_src" text NOT NULL,
	"film_type" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"watched_ms" integer DEFAULT 0 NOT NULL,
	"last_beat_at" timestamp with time zone,
	"over_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ad_views_watched" CHECK ("ad_views"."watched_ms" between 0 and "ad_views"."duration_ms" and "ad_views"."duration_ms" > 0)
);
--> statement-breakpoint
CREATE TABLE "contact_unlocks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_unlocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"unlock_no" text NOT NULL,
	"paid_by" text NOT NULL,
	"coins" integer DEFAULT 0 NOT NULL,
	"coupon_id" bigint,
	"caller_number" text NOT NULL,
	"x_number" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_unlocks_coins" CHECK ("contact_unlocks"."coins" >= 0),
	CONSTRAINT "contact_unlocks_paid_by" CHECK ("contact_unlocks"."paid_by" in ('free', 'company', 'coin', 'coupon'))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"withdraw_no" text NOT NULL,
	"user_id" bigint NOT NULL,
	"amount_fen" bigint NOT NULL,
	"method" text NOT NULL,
	"sealed_payee" text NOT NULL,
	"masked_name" text NOT NULL,
	"masked_account" text NOT NULL,
	"status" text DEFAULT 'reviewing' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"provider_trade_no" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "withdrawals_amount" CHECK ("withdrawals"."amount_fen" > 0),
	CONSTRAINT "withdrawals_status" CHECK ("withdrawals"."status" in ('reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled')),
	CONSTRAINT "withdrawals_method" CHECK ("withdrawals"."method" in ('alipay', 'bank'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bind_no" text NOT NULL,
	"x_number" text NOT NULL,
	"caller" text NOT NULL,
	"callee" text NOT NULL,
	"title" text NOT NULL,
	"rung" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payout_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"trade_no" text DEFAULT '' NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_payouts_amount" CHECK ("sandbox_payouts"."amount_fen" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ad_views_request" ON "ad_views" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "ad_views_of_user" ON "ad_views" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ad_views_by_time" ON "ad_views" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_unlocks_once" ON "contact_unlocks" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_unlocks_no" ON "contact_unlocks" USING btree ("unlock_no");--> statement-breakpoint
CREATE INDEX "contact_unlocks_by_time" ON "contact_unlocks" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_no" ON "withdrawals" USING btree ("withdraw_no");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_key" ON "withdrawals" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_one_open" ON "withdrawals" USING btree ("user_id") WHERE "withdrawals"."status" in ('reviewing', 'paying');--> statement-breakpoint
CREATE INDEX "withdrawals_of_user" ON "withdrawals" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "withdrawals_by_time" ON "withdrawals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_due" ON "withdrawals" USING btree ("next_try_at") WHERE "withdrawals"."status" = 'paying';--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_calls_no" ON "sandbox_calls" USING btree ("bind_no");--> statement-breakpoint
CREATE INDEX "sandbox_calls_of_x" ON "sandbox_calls" USING btree ("x_number");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payouts_no" ON "sandbox_payouts" USING btree ("payout_no");