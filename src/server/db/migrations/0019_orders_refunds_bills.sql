CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_no" text NOT NULL,
	"order_id" bigint NOT NULL,
	"orderid" text NOT NULL,
	"user_id" bigint NOT NULL,
	"holder" text NOT NULL,
	"title" text NOT NULL,
	"tax_no" text DEFAULT '' NOT NULL,
	"mail" text NOT NULL,
	"content" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"file_key" text DEFAULT '' NOT NULL,
	"red_number" text DEFAULT '' NOT NULL,
	"red_file_key" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_at" timestamp with time zone,
	"red_at" timestamp with time zone,
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_fen" > 0),
	CONSTRAINT "invoices_holder" CHECK ("invoices"."holder" in ('personal', 'company')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('asked', 'issued', 'refused', 'withdrawn', 'red_due', 'red'))
);
--> statement-breakpoint
CREATE TABLE "order_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"pay_fen" bigint NOT NULL,
	"balance_fen" bigint NOT NULL,
	"publisher_fen" bigint NOT NULL,
	"missing_fen" bigint DEFAULT 0 NOT NULL,
	"whole" boolean NOT NULL,
	"coupon_back" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refunds_amounts" CHECK ("order_refunds"."pay_fen" >= 0 and "order_refunds"."balance_fen" >= 0 and "order_refunds"."publisher_fen" >= 0 and "order_refunds"."missing_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bill_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bill_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"day" text NOT NULL,
	"ours_fen" bigint,
	"theirs_fen" bigint,
	"detail" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"noted_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bill_differences_status" CHECK ("bill_differences"."status" in ('open', 'gone', 'noted'))
);
--> statement-breakpoint
CREATE TABLE "bill_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bill_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" text NOT NULL,
	"provider" text NOT NULL,
	"lines" integer,
	"payments" integer NOT NULL,
	"repaired" integer NOT NULL,
	"differences" integer NOT NULL,
	"fault" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_no" text NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "refunds_once";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_pay_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_balance_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "publisher_back_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "part" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_no" ON "invoices" USING btree ("invoice_no");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_alive" ON "invoices" USING btree ("order_id") WHERE "invoices"."status" in ('asked', 'issued', 'red_due');--> statement-breakpoint
CREATE INDEX "invoices_of_user" ON "invoices" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "order_refunds_of_order" ON "order_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_refunds_by_time" ON "order_refunds" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_refunds_whole_once" ON "order_refunds" USING btree ("order_id") WHERE "order_refunds"."whole";--> statement-breakpoint
CREATE UNIQUE INDEX "bill_differences_open" ON "bill_differences" USING btree ("kind","subject") WHERE "bill_differences"."status" = 'open';--> statement-breakpoint
CREATE INDEX "bill_differences_by_time" ON "bill_differences" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bill_runs_day" ON "bill_runs" USING btree ("day","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_payments_no" ON "scan_payments" USING btree ("payment_no");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_payments_code" ON "scan_payments" USING btree ("code");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_whole_once" ON "refunds" USING btree ("payment_id") WHERE not "refunds"."part";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_pay_fen" between 0 and "orders"."pay_fen" and "orders"."refunded_balance_fen" between 0 and "orders"."balance_fen" and "orders"."publisher_back_fen" between 0 and "orders"."publisher_fen");--> statement-breakpoint
INSERT INTO "order_refunds" ("order_id", "pay_fen", "balance_fen", "publisher_fen", "whole", "reason", "asked_by", "created_at")
SELECT "id", "pay_fen", "balance_fen", "publisher_fen", true, '', 'staff', coalesce("closed_at", "created_at") FROM "orders" WHERE "close_reason" = 'refunded';
