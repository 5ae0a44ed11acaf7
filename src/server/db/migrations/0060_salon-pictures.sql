ALTER TABLE "salons" ADD COLUMN "cover" bigint;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "pictures" jsonb DEFAULT '[]'::jsonb NOT NULL;