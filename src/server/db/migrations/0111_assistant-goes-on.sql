CREATE TABLE "assistant_instructions" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"active" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "first_id" bigint;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "begun" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "coins_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD CONSTRAINT "assistant_answers_first_id_assistant_answers_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."assistant_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_answers_goes_on" ON "assistant_answers" USING btree ("first_id") WHERE "assistant_answers"."state" in ('waiting', 'running');