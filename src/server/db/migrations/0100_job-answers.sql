ALTER TABLE "chat_messages" DROP CONSTRAINT "chat_messages_type";--> statement-breakpoint
ALTER TABLE "job_applications" DROP CONSTRAINT "job_applications_stage";--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "sent_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "warned_at" timestamp with time zone;--> statement-breakpoint
UPDATE "job_applications" a SET "sent_at" = coalesce((SELECT max(m."created_at") FROM "job_application_moves" m WHERE m."application_id" = a."id" AND m."to_stage" = 'sent'), a."created_at");--> statement-breakpoint
UPDATE "job_applications" a SET "answered_at" = (SELECT min(m."created_at") FROM "job_application_moves" m WHERE m."application_id" = a."id" AND m."to_stage" IN ('interview', 'offer', 'hired', 'declined') AND m."created_at" >= a."sent_at");--> statement-breakpoint
CREATE INDEX "job_applications_waiting" ON "job_applications" USING btree ("sent_at") WHERE "job_applications"."stage" in ('sent', 'seen') and "job_applications"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_type" CHECK ("chat_messages"."type" in ('text', 'picture', 'file', 'voice', 'work', 'resume', 'offer', 'price', 'event'));--> statement-breakpoint
ALTER TABLE "job_applications" ADD CONSTRAINT "job_applications_stage" CHECK ("job_applications"."stage" in ('sent', 'seen', 'interview', 'offer', 'hired', 'declined', 'closed', 'withdrawn'));