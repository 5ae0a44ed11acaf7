ALTER TABLE "renderings" ALTER COLUMN "attempt" SET DATA TYPE integer;--> statement-breakpoint
ALTER TABLE "renderings" ADD COLUMN "failures" smallint DEFAULT 0 NOT NULL;