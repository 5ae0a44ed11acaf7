CREATE TABLE "gifts" (
	"place" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"btn" text NOT NULL,
	"type" smallint NOT NULL,
	"target" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "new_readers" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"registered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"gift_taken_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "place" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "frequency_type" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "target" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "countdown" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "audience" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "show_num" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_searches" ADD COLUMN "click_num" integer DEFAULT 0 NOT NULL;