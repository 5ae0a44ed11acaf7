CREATE TABLE "item_details" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "item_media_of_file";--> statement-breakpoint
ALTER TABLE "item_media" ALTER COLUMN "file_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "item_media" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "item_pages" ADD COLUMN "placeholder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "placeholder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "look" bigint;--> statement-breakpoint
ALTER TABLE "item_details" ADD CONSTRAINT "item_details_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_look" ON "files" USING btree ("look") WHERE "files"."look" is not null;--> statement-breakpoint
CREATE INDEX "item_media_of_file" ON "item_media" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "item_media" DROP COLUMN "width";--> statement-breakpoint
ALTER TABLE "item_media" DROP COLUMN "height";