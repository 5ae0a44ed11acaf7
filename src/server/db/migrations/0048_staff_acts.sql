CREATE TABLE "staff_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"value_fen" bigint,
	"input" jsonb NOT NULL,
	"about" text NOT NULL,
	"state" text NOT NULL,
	"decided_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "staff_acts_of_day" ON "staff_acts" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "staff_acts_waiting" ON "staff_acts" USING btree ("staff_id","name","state");