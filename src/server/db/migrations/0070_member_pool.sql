CREATE TABLE "pool_months" (
	"month" text PRIMARY KEY NOT NULL,
	"income_fen" bigint NOT NULL,
	"share_bp" integer NOT NULL,
	"reader_most_fen" bigint NOT NULL,
	"readers" integer NOT NULL,
	"given_fen" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pool_reads" (
	"month" text NOT NULL,
	"publisher_id" bigint NOT NULL,
	"reader_id" bigint NOT NULL,
	"linked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pool_reads_month_publisher_id_reader_id_pk" PRIMARY KEY("month","publisher_id","reader_id")
);
--> statement-breakpoint
CREATE TABLE "pool_shares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pool_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"publisher_id" bigint NOT NULL,
	"readers" integer NOT NULL,
	"amount_fen" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "pool_shares_amount" CHECK ("pool_shares"."amount_fen" > 0 and "pool_shares"."readers" > 0)
);
--> statement-breakpoint
ALTER TABLE "pool_shares" ADD CONSTRAINT "pool_shares_month_pool_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."pool_months"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pool_reads_of_reader" ON "pool_reads" USING btree ("reader_id","month");--> statement-breakpoint
CREATE INDEX "pool_reads_of_publisher" ON "pool_reads" USING btree ("publisher_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "pool_shares_once" ON "pool_shares" USING btree ("month","publisher_id");--> statement-breakpoint
CREATE INDEX "pool_shares_of_publisher" ON "pool_shares" USING btree ("publisher_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pool_shares_by_time" ON "pool_shares" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pool_shares_paid" ON "pool_shares" USING btree ("paid_at") WHERE "pool_shares"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "pool_shares_unpaid" ON "pool_shares" USING btree ("id") WHERE "pool_shares"."paid_at" is null;