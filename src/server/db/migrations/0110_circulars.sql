CREATE TABLE "circulars" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "circulars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"by_user_id" bigint NOT NULL,
	"reached" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "circulars" ("item_id", "key", "title", "content", "by_user_id", "reached", "sent_at")
	SELECT "salon_id", "key", "title", "content", "by_user_id", "reached", "sent_at" FROM "salon_messages" ORDER BY "id";--> statement-breakpoint
DROP TABLE "salon_messages" CASCADE;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "aside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "circulars_key" ON "circulars" USING btree ("item_id","key");--> statement-breakpoint
CREATE INDEX "circulars_of_item" ON "circulars" USING btree ("item_id","id" DESC NULLS LAST);