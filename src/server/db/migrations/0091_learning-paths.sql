ALTER TABLE "certificates" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "series_items" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "series_items" ADD COLUMN "after_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "series_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_of_path" ON "certificates" USING btree ("user_id","series_id");--> statement-breakpoint
CREATE INDEX "certificates_of_item" ON "certificates" USING btree ("item_id","user_id");--> statement-breakpoint
ALTER TABLE "series_items" ADD CONSTRAINT "series_items_opens" CHECK ("series_items"."opens_at" is null or not "series_items"."after_before");--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_about" CHECK (num_nonnulls("certificates"."item_id", "certificates"."series_id") = 1);