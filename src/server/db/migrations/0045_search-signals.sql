CREATE TABLE "search_judged" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_judged_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"keyword" text NOT NULL,
	"kind" smallint,
	"item_ids" bigint[] NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"place" smallint,
	"former" smallint,
	"judged_at" timestamp with time zone,
	"updated_by" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_judged_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_judged_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"why" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"hit" integer DEFAULT 0 NOT NULL,
	"worse" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_marks" (
	"day" date NOT NULL,
	"reader" uuid NOT NULL,
	"act" smallint NOT NULL,
	"item_id" bigint DEFAULT 0 NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "search_marks_day_reader_act_item_id_key_pk" PRIMARY KEY("day","reader","act","item_id","key")
);
--> statement-breakpoint
CREATE TABLE "search_pins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_pins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"keyword" text NOT NULL,
	"item_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"place" smallint DEFAULT 1 NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_presses" (
	"key" text NOT NULL,
	"item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"late" integer DEFAULT 0 NOT NULL,
	"collected" integer DEFAULT 0 NOT NULL,
	"bought" integer DEFAULT 0 NOT NULL,
	"fresh" boolean DEFAULT true NOT NULL,
	CONSTRAINT "search_presses_key_item_id_day_pk" PRIMARY KEY("key","item_id","day")
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_queries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"shown" boolean DEFAULT false NOT NULL,
	"month" date NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	"answer" text DEFAULT 'all' NOT NULL,
	"left_out" smallint DEFAULT 0 NOT NULL,
	"asks" bigint DEFAULT 0 NOT NULL,
	"presses" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_query_days" (
	"day" date NOT NULL,
	"key" text NOT NULL,
	"asks" integer DEFAULT 0 NOT NULL,
	"presses" integer DEFAULT 0 NOT NULL,
	"late" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_query_days_day_key_pk" PRIMARY KEY("day","key")
);
--> statement-breakpoint
CREATE TABLE "search_quotas" (
	"day" date NOT NULL,
	"who" uuid NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "search_quotas_day_who_pk" PRIMARY KEY("day","who")
);
--> statement-breakpoint
CREATE TABLE "search_scores" (
	"key" text NOT NULL,
	"item_id" bigint NOT NULL,
	"score" double precision NOT NULL,
	CONSTRAINT "search_scores_key_item_id_pk" PRIMARY KEY("key","item_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_judged_once" ON "search_judged" USING btree ("keyword",coalesce("kind", 0));--> statement-breakpoint
CREATE INDEX "search_judged_state" ON "search_judged" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "search_judged_words" ON "search_judged" USING btree ("keyword" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "search_pins_once" ON "search_pins" USING btree ("key","item_id");--> statement-breakpoint
CREATE INDEX "search_pins_item" ON "search_pins" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "search_pins_words" ON "search_pins" USING btree ("keyword" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_presses_fresh" ON "search_presses" USING btree ("key") WHERE "search_presses"."fresh";--> statement-breakpoint
CREATE INDEX "search_presses_day" ON "search_presses" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "search_queries_key" ON "search_queries" USING btree ("key");--> statement-breakpoint
CREATE INDEX "search_queries_asks" ON "search_queries" USING btree ("asks","id") WHERE "search_queries"."shown";--> statement-breakpoint
CREATE INDEX "search_queries_newest" ON "search_queries" USING btree ("asked_at","id") WHERE "search_queries"."shown";--> statement-breakpoint
CREATE INDEX "search_queries_unanswered" ON "search_queries" USING btree ("asks","id") WHERE "search_queries"."shown" and "search_queries"."answer" <> 'all';--> statement-breakpoint
CREATE INDEX "search_queries_unpressed" ON "search_queries" USING btree ("asks","id") WHERE "search_queries"."shown" and "search_queries"."presses" = 0;--> statement-breakpoint
CREATE INDEX "search_queries_late" ON "search_queries" USING btree ("asks","id") WHERE "search_queries"."shown" and "search_queries"."late" * 2 > "search_queries"."presses";--> statement-breakpoint
CREATE INDEX "search_queries_begin" ON "search_queries" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_queries_asked" ON "search_queries" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "search_query_days_key" ON "search_query_days" USING btree ("key","day");--> statement-breakpoint
CREATE INDEX "search_scores_item" ON "search_scores" USING btree ("item_id");