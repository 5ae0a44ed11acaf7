CREATE TABLE "tender_judges" (
	"demand_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_in_at" timestamp with time zone,
	CONSTRAINT "tender_judges_demand_id_user_id_pk" PRIMARY KEY("demand_id","user_id"),
	CONSTRAINT "tender_judges_state" CHECK ("tender_judges"."state" in ('asked', 'in', 'released')),
	CONSTRAINT "tender_judges_in" CHECK (("tender_judges"."state" = 'in') = ("tender_judges"."handed_in_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "offer_boards" ADD COLUMN "criteria" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_boards" ADD COLUMN "marked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tender_judges_of_user" ON "tender_judges" USING btree ("user_id","created_at" DESC NULLS LAST);