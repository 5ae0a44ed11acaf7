ALTER TABLE "item_files" ADD COLUMN "change_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "item_versions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "item_versions" ADD COLUMN "page_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "item_versions" ADD COLUMN "is_told" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "file_pages" ADD COLUMN "mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "item_versions_untold" ON "item_versions" USING btree ("item_id","version") WHERE not "item_versions"."is_told";--> statement-breakpoint
UPDATE "item_versions" v SET "page_count" = coalesce(nullif(cardinality(v.picture_ids), 0), (SELECT count(*) FROM "file_pages" p WHERE p.file_id = v.file_id));
