CREATE TABLE "salon_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"by_user_id" bigint NOT NULL,
	"reached" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "salon_recaps" ALTER COLUMN "text" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "salon_recaps" ADD COLUMN "form" jsonb DEFAULT '{"text":"","pictures":[],"film":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "salon_recaps" ADD COLUMN "submitted" jsonb;--> statement-breakpoint
ALTER TABLE "salon_recaps" ADD COLUMN "reject_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "salon_messages" ADD CONSTRAINT "salon_messages_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_messages_key" ON "salon_messages" USING btree ("salon_id","key");--> statement-breakpoint
CREATE INDEX "salon_messages_of_salon" ON "salon_messages" USING btree ("salon_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "item_details_of_salon" ON "item_details" USING btree ((("fields" ->> 'salon_id')::bigint));