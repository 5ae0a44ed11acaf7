DROP INDEX "person_verifications_once";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "token_id" bigint;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "person_verifications_once" ON "person_verifications" USING btree ("number_hash") WHERE "person_verifications"."status" = 'approved';