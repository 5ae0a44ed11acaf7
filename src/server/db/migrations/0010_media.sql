DROP INDEX "files_by_look";--> statement-breakpoint
ALTER TABLE "item_media" ADD COLUMN "film" jsonb;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "cover_focus" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "film" jsonb;--> statement-breakpoint
CREATE INDEX "item_media_films" ON "item_media" USING btree ("key") WHERE "item_media"."type" = 'video';--> statement-breakpoint
CREATE INDEX "files_look_1" ON "files" USING btree ((("look" >> 48) & 65535)) WHERE "files"."look" is not null;--> statement-breakpoint
CREATE INDEX "files_look_2" ON "files" USING btree ((("look" >> 32) & 65535)) WHERE "files"."look" is not null;--> statement-breakpoint
CREATE INDEX "files_look_3" ON "files" USING btree ((("look" >> 16) & 65535)) WHERE "files"."look" is not null;--> statement-breakpoint
CREATE INDEX "files_look_4" ON "files" USING btree (("look" & 65535)) WHERE "files"."look" is not null;