CREATE TABLE "employee_links" (
	"enterprise_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"seats_id" bigint,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vip_seat_holders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vip_seat_holders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"line_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vip_seat_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vip_seat_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"line_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"vip_type" smallint NOT NULL,
	"spec_id" bigint NOT NULL,
	"seats" integer NOT NULL,
	"max_download_pre_day" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vip_seat_terms_amounts" CHECK ("vip_seat_terms"."seats" > 0 and "vip_seat_terms"."max_download_pre_day" >= 0 and "vip_seat_terms"."ends_at" > "vip_seat_terms"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "seats_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "employee_links_code" ON "employee_links" USING btree ("code");--> statement-breakpoint
CREATE INDEX "vip_seat_holders_of_line" ON "vip_seat_holders" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vip_seat_holders_once" ON "vip_seat_holders" USING btree ("user_id","line_id") WHERE "vip_seat_holders"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "vip_seat_terms_order" ON "vip_seat_terms" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "vip_seat_terms_of_line" ON "vip_seat_terms" USING btree ("line_id","ends_at");--> statement-breakpoint
CREATE INDEX "vip_seat_terms_of_owner" ON "vip_seat_terms" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "vip_seat_terms_by_end" ON "vip_seat_terms" USING btree ("ends_at");