CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"href" text DEFAULT '' NOT NULL,
	"item_id" bigint,
	"key" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"code" bigint NOT NULL,
	"codes" bigint[] DEFAULT '{}' NOT NULL,
	"keyword" text DEFAULT '' NOT NULL,
	"filter" jsonb NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "cover_width" integer DEFAULT 1440 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "cover_height" integer DEFAULT 900 NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id","id" DESC NULLS LAST) WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_of_works" ON "notices" USING btree ("user_id","topic","id" DESC NULLS LAST) WHERE "notices"."item_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_once" ON "subscriptions" USING btree ("user_id","kind","codes","keyword");--> statement-breakpoint
CREATE INDEX "subscriptions_to_tell" ON "subscriptions" USING btree ("kind","code","id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","id" DESC NULLS LAST);