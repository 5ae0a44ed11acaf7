CREATE TABLE "addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"receiver" text NOT NULL,
	"tel" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"detail" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mall_goods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mall_goods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"cover_src" text DEFAULT '' NOT NULL,
	"points" integer NOT NULL,
	"market_price_fen" bigint DEFAULT 0 NOT NULL,
	"left_num" integer,
	"redeemed_num" integer DEFAULT 0 NOT NULL,
	"per_person" integer DEFAULT 0 NOT NULL,
	"terms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mall_goods_kind" CHECK ("mall_goods"."kind" in ('physical', 'coupon', 'membership', 'card')),
	CONSTRAINT "mall_goods_numbers" CHECK ("mall_goods"."points" > 0 and "mall_goods"."market_price_fen" >= 0 and "mall_goods"."per_person" >= 0),
	CONSTRAINT "mall_goods_stock" CHECK (("mall_goods"."left_num" is null or "mall_goods"."left_num" >= 0) and "mall_goods"."redeemed_num" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mall_redemptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mall_redemptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"redeem_no" text NOT NULL,
	"user_id" bigint NOT NULL,
	"goods_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"cover_src" text NOT NULL,
	"num" integer NOT NULL,
	"points" integer NOT NULL,
	"total_points" integer NOT NULL,
	"state" text NOT NULL,
	"key" text NOT NULL,
	"receiver" text DEFAULT '' NOT NULL,
	"tel" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"given" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shipped_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mall_redemptions_state" CHECK ("mall_redemptions"."state" in ('waiting', 'shipped', 'received', 'asked', 'returned', 'cancelled')),
	CONSTRAINT "mall_redemptions_points" CHECK ("mall_redemptions"."num" > 0 and "mall_redemptions"."total_points" = "mall_redemptions"."points" * "mall_redemptions"."num"),
	CONSTRAINT "mall_redemptions_ended" CHECK (("mall_redemptions"."state" in ('returned', 'cancelled')) = ("mall_redemptions"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "point_lots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"points" integer NOT NULL,
	"left_points" integer NOT NULL,
	"reason" text NOT NULL,
	"key" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "point_lots_left" CHECK ("point_lots"."points" > 0 and "point_lots"."left_points" between 0 and "point_lots"."points")
);
--> statement-breakpoint
CREATE TABLE "point_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"points" integer NOT NULL,
	"returned_points" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "point_uses_points" CHECK ("point_uses"."points" > 0 and "point_uses"."returned_points" between 0 and "point_uses"."points")
);
--> statement-breakpoint
CREATE TABLE "makeup_cards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "makeup_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"used_day" date,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "makeup_cards_used" CHECK (("makeup_cards"."used_at" is null) = ("makeup_cards"."used_day" is null))
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"points" integer NOT NULL,
	"made_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_ins_points" CHECK ("sign_ins"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "task_claims" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"period" text NOT NULL,
	"state" text NOT NULL,
	"event" text NOT NULL,
	"acts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" integer NOT NULL,
	"cards" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "task_claims_state" CHECK ("task_claims"."state" in ('held', 'paid', 'dropped')),
	CONSTRAINT "task_claims_ended" CHECK (("task_claims"."state" = 'held') = ("task_claims"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"event" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"img" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"period" text NOT NULL,
	"target" integer DEFAULT 1 NOT NULL,
	"points" integer NOT NULL,
	"cards" integer DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tasks_period" CHECK ("tasks"."period" in ('daily', 'once')),
	CONSTRAINT "tasks_numbers" CHECK ("tasks"."target" between 1 and 100 and "tasks"."points" >= 0 and "tasks"."cards" >= 0)
);
--> statement-breakpoint
ALTER TABLE "mall_redemptions" ADD CONSTRAINT "mall_redemptions_goods_id_mall_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."mall_goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_uses" ADD CONSTRAINT "point_uses_lot_id_point_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."point_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_claims" ADD CONSTRAINT "task_claims_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "mall_goods_shown" ON "mall_goods" USING btree ("sort","id") WHERE "mall_goods"."is_on";--> statement-breakpoint
CREATE INDEX "mall_goods_by_time" ON "mall_goods" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mall_redemptions_no" ON "mall_redemptions" USING btree ("redeem_no");--> statement-breakpoint
CREATE UNIQUE INDEX "mall_redemptions_key" ON "mall_redemptions" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "mall_redemptions_of_user" ON "mall_redemptions" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mall_redemptions_of_goods" ON "mall_redemptions" USING btree ("user_id","goods_id");--> statement-breakpoint
CREATE INDEX "mall_redemptions_by_time" ON "mall_redemptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mall_redemptions_state" ON "mall_redemptions" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "mall_redemptions_underway" ON "mall_redemptions" USING btree ("shipped_at","id") WHERE "mall_redemptions"."state" = 'shipped';--> statement-breakpoint
CREATE UNIQUE INDEX "point_lots_key" ON "point_lots" USING btree ("key");--> statement-breakpoint
CREATE INDEX "point_lots_of_user" ON "point_lots" USING btree ("user_id","expires_at","id") WHERE "point_lots"."left_points" > 0;--> statement-breakpoint
CREATE INDEX "point_lots_ending" ON "point_lots" USING btree ("expires_at","id") WHERE "point_lots"."left_points" > 0 and "point_lots"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "point_uses_key" ON "point_uses" USING btree ("key","lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "makeup_cards_key" ON "makeup_cards" USING btree ("key");--> statement-breakpoint
CREATE INDEX "makeup_cards_free" ON "makeup_cards" USING btree ("user_id","id") WHERE "makeup_cards"."used_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_day" ON "sign_ins" USING btree ("user_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "task_claims_period" ON "task_claims" USING btree ("user_id","task_id","period");--> statement-breakpoint
CREATE INDEX "task_claims_due" ON "task_claims" USING btree ("due_at","id") WHERE "task_claims"."state" = 'held';--> statement-breakpoint
CREATE INDEX "tasks_by_time" ON "tasks" USING btree ("updated_at","id");--> statement-breakpoint
-- points from before lots never end
INSERT INTO "point_lots" ("user_id", "points", "left_points", "reason", "key")
  SELECT "owner_id", "balance"::integer, "balance"::integer, 'gift', 'before-lots:' || "id" FROM "accounts" WHERE "purpose" = 'point' AND "balance" > 0;
