CREATE TABLE "infringements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "infringements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"publisher_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"notice" jsonb NOT NULL,
	"counter" jsonb,
	"word" jsonb,
	"file_ids" bigint[] NOT NULL,
	"moves" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hid" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"way" text NOT NULL,
	"given" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "infringements_of_user" ON "infringements" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "infringements_of_publisher" ON "infringements" USING btree ("publisher_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "infringements_by_state" ON "infringements" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "infringements_by_time" ON "infringements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "infringements_of_item" ON "infringements" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "infringements_ending" ON "infringements" USING btree ("ends_at") WHERE "infringements"."state" = 'countered';--> statement-breakpoint
CREATE INDEX "infringements_of_files" ON "infringements" USING gin ("file_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "infringements_once" ON "infringements" USING btree ("user_id","item_id") WHERE "infringements"."state" in ('waiting', 'returned', 'down', 'countered', 'stays');--> statement-breakpoint
CREATE INDEX "consents_of_user" ON "consents" USING btree ("user_id","name","id" DESC NULLS LAST);