CREATE TABLE "demand_files" (
	"demand_id" bigint NOT NULL,
	"sort" integer NOT NULL,
	"file_id" bigint NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	CONSTRAINT "demand_files_demand_id_sort_pk" PRIMARY KEY("demand_id","sort")
);
--> statement-breakpoint
CREATE TABLE "demand_labels" (
	"term_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"type" smallint NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demand_labels_type" CHECK ("demand_labels"."type" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "demand_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demand_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"demand_id" bigint NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"by_user_id" bigint,
	"by_staff" boolean DEFAULT false NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demands" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"label_id" bigint,
	"label_type" smallint DEFAULT 0 NOT NULL,
	"event" text DEFAULT '' NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"event_on" date,
	"city" text DEFAULT '' NOT NULL,
	"venue" text DEFAULT '' NOT NULL,
	"budget_min_fen" bigint,
	"budget_max_fen" bigint,
	"who_may" text DEFAULT 'all' NOT NULL,
	"open_days" integer DEFAULT 15 NOT NULL,
	"opened_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"extended" boolean DEFAULT false NOT NULL,
	"form" jsonb NOT NULL,
	"submitted" jsonb,
	"step" text DEFAULT 'what' NOT NULL,
	"draft_key" text NOT NULL,
	"reject_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demands_state" CHECK ("demands"."state" in ('draft', 'review', 'open', 'choosing', 'agreed', 'done', 'closed', 'expired')),
	CONSTRAINT "demands_label_type" CHECK ("demands"."label_type" between 0 and 3),
	CONSTRAINT "demands_budget" CHECK (coalesce("demands"."budget_min_fen", 0) >= 0 and coalesce("demands"."budget_max_fen", 0) >= coalesce("demands"."budget_min_fen", 0))
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "demand_files" ADD CONSTRAINT "demand_files_demand_id_demands_item_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demand_moves" ADD CONSTRAINT "demand_moves_demand_id_demands_item_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demand_files_of_file" ON "demand_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "demand_moves_of_demand" ON "demand_moves" USING btree ("demand_id","id");--> statement-breakpoint
CREATE INDEX "demands_of_owner" ON "demands" USING btree ("owner_id","item_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "demands_ending" ON "demands" USING btree ("closes_at","item_id") WHERE "demands"."state" in ('open', 'choosing');--> statement-breakpoint
CREATE INDEX "demands_by_state" ON "demands" USING btree ("state","item_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "demands_of_draft" ON "demands" USING btree ("owner_id","draft_key");--> statement-breakpoint
CREATE INDEX "items_by_end" ON "items" USING btree ("kind","ends_at","id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published' and "items"."ends_at" is not null;