CREATE TABLE "notice_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"notice_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"digest" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_deliveries_status" CHECK ("notice_deliveries"."status" in ('waiting', 'sent', 'failed', 'dropped')),
	CONSTRAINT "notice_deliveries_channel" CHECK ("notice_deliveries"."channel" in ('mail', 'sms'))
);
--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"all_read_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"mail" text DEFAULT '' NOT NULL,
	"mail_confirmed_at" timestamp with time zone,
	"mail_code_hash" text DEFAULT '' NOT NULL,
	"mail_code_at" timestamp with time zone,
	"mail_tries" integer DEFAULT 0 NOT NULL,
	"turned_on" text[] DEFAULT '{}' NOT NULL,
	"turned_off" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" smallint NOT NULL,
	"quiet_to" smallint NOT NULL,
	"digest" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_settings_hours" CHECK ("notice_settings"."quiet_from" between 0 and 23 and "notice_settings"."quiet_to" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "company_verifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_verifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"licence" text NOT NULL,
	"legal_person" text NOT NULL,
	"contact_name" text NOT NULL,
	"sealed_contact" text NOT NULL,
	"masked_contact" text NOT NULL,
	"picture_key" text NOT NULL,
	"certified" jsonb,
	"certified_until" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"submissions" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "company_verifications_status" CHECK ("company_verifications"."status" in ('reviewing', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "person_verifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_verifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"sealed" text NOT NULL,
	"number_hash" text NOT NULL,
	"masked_name" text NOT NULL,
	"masked_number" text NOT NULL,
	"picture_keys" text[] NOT NULL,
	"pictures_until" timestamp with time zone,
	"submissions" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "person_verifications_status" CHECK ("person_verifications"."status" in ('reviewing', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"message_id" text NOT NULL,
	"unsubscribe_url" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_deliveries_once" ON "notice_deliveries" USING btree ("notice_id","channel");--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("next_try_at") WHERE "notice_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_deliveries_of_user" ON "notice_deliveries" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "company_verifications_of_user" ON "company_verifications" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_verifications_once" ON "company_verifications" USING btree ("licence") WHERE "company_verifications"."status" in ('reviewing', 'approved');--> statement-breakpoint
CREATE INDEX "company_verifications_until" ON "company_verifications" USING btree ("certified_until") WHERE "company_verifications"."certified_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "person_verifications_of_user" ON "person_verifications" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_verifications_once" ON "person_verifications" USING btree ("number_hash") WHERE "person_verifications"."status" in ('reviewing', 'approved');--> statement-breakpoint
CREATE INDEX "person_verifications_pictures" ON "person_verifications" USING btree ("pictures_until") WHERE "person_verifications"."pictures_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_mails_once" ON "sandbox_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "sandbox_mails_of" ON "sandbox_mails" USING btree ("to","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_by_seq" ON "notices" USING btree ("user_id","seq");