CREATE TABLE "login_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "strangers_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "login_tries_ending" ON "login_tries" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "reviewables_by_change" ON "reviewables" USING btree ("type","status","updated_at","id");