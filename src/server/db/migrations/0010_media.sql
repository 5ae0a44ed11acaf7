ALTER TABLE "item_media" ADD COLUMN "film" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "cover_focus" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "film" jsonb;--> statement-breakpoint
CREATE INDEX "item_media_films" ON "item_media" USING btree ("key") WHERE "item_media"."type" = 'video';