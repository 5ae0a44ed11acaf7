ALTER TABLE "scan_payments" ADD COLUMN "way" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_payments" ADD COLUMN "payer_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_payments" ADD COLUMN "link_at" timestamp with time zone;