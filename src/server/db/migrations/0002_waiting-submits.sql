DROP INDEX "scheme_drafts_of_file";--> statement-breakpoint
ALTER TABLE "scheme_drafts" ADD COLUMN "submitted" jsonb;--> statement-breakpoint
UPDATE "scheme_drafts" SET "submitted" = "form" WHERE "waiting";--> statement-breakpoint
ALTER TABLE "scheme_drafts" DROP COLUMN "waiting";--> statement-breakpoint
CREATE INDEX "scheme_drafts_waiting" ON "scheme_drafts" USING btree ("item_id") WHERE submitted is not null;
