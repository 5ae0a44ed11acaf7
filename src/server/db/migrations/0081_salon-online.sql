ALTER TABLE "salon_ticket_kinds" ADD COLUMN "is_online" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "salon_tickets" ADD COLUMN "proof_no" text;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "mode" text DEFAULT 'here' NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "link" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "link_before_min" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "link_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "remind_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "has_certificate" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_tickets_proof" ON "salon_tickets" USING btree ("proof_no") WHERE "salon_tickets"."proof_no" is not null;--> statement-breakpoint
ALTER TABLE "salons" ADD CONSTRAINT "salons_mode" CHECK ("salons"."mode" in ('here', 'online', 'both'));