CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "membership_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"vip_type" smallint NOT NULL,
	"during" "tstzrange" NOT NULL,
	"sold" "tstzrange" NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"max_download_pre_day" integer DEFAULT 0 NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"source_id" bigint DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_for" text,
	"closed_for_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_terms_amounts" CHECK ("membership_terms"."paid_fen" >= 0 and "membership_terms"."max_download_pre_day" >= 0),
	CONSTRAINT "membership_terms_closed" CHECK ("membership_terms"."during" = "membership_terms"."sold" or "membership_terms"."closed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "vip_plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vip_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vip_type" smallint NOT NULL,
	"name" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"equities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vip_plans_status" CHECK ("vip_plans"."status" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "vip_specs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vip_specs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" bigint NOT NULL,
	"show_date" text NOT NULL,
	"spec_desc" text DEFAULT '' NOT NULL,
	"days" integer,
	"price_fen" bigint NOT NULL,
	"org_price_fen" bigint NOT NULL,
	"max_download_pre_day" integer DEFAULT 0 NOT NULL,
	"without" integer[] DEFAULT '{}' NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vip_specs_amounts" CHECK ("vip_specs"."price_fen" > 0 and "vip_specs"."org_price_fen" >= "vip_specs"."price_fen" and "vip_specs"."max_download_pre_day" >= 0),
	CONSTRAINT "vip_specs_days" CHECK ("vip_specs"."days" is null or "vip_specs"."days" between 1 and 3660),
	CONSTRAINT "vip_specs_status" CHECK ("vip_specs"."status" in (1, 2))
);
--> statement-breakpoint
-- a membership of the old kind becomes one term; it did not know its beginning, only its last change
INSERT INTO "membership_terms" ("user_id", "vip_type", "during", "sold", "max_download_pre_day", "source", "created_at")
SELECT "user_id", "vip_type", r, r, "max_download_pre_day", 'earlier', "updated_at" FROM "memberships",
  LATERAL (SELECT tstzrange(least("updated_at", "end_time" - interval '1 second'), "end_time") r) ranges;
--> statement-breakpoint
DROP TABLE "membership_plans" CASCADE;--> statement-breakpoint
DROP TABLE "memberships" CASCADE;--> statement-breakpoint
ALTER TABLE "vip_specs" ADD CONSTRAINT "vip_specs_plan_id_vip_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."vip_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_terms_of_user" ON "membership_terms" USING btree ("user_id",upper("during"));--> statement-breakpoint
CREATE INDEX "membership_terms_of_source" ON "membership_terms" USING btree ("source","source_id");--> statement-breakpoint
CREATE INDEX "membership_terms_closed_for" ON "membership_terms" USING btree ("closed_for","closed_for_id") WHERE "membership_terms"."closed_for" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vip_plans_type" ON "vip_plans" USING btree ("vip_type");--> statement-breakpoint
CREATE INDEX "vip_specs_of_plan" ON "vip_specs" USING btree ("plan_id","sort");
--> statement-breakpoint
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_apart" EXCLUDE USING gist ("user_id" WITH =, "vip_type" WITH =, "during" WITH &&)
  DEFERRABLE INITIALLY DEFERRED;
