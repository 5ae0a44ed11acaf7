CREATE TABLE "tax_remits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_remits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"remit_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"voucher" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_remits_amount" CHECK ("tax_remits"."amount_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "tax_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_remits_no" ON "tax_remits" USING btree ("remit_no");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_remits_voucher" ON "tax_remits" USING btree ("voucher");--> statement-breakpoint
CREATE INDEX "tax_remits_by_time" ON "tax_remits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_paid_at" ON "withdrawals" USING btree ("ended_at") WHERE "withdrawals"."status" = 'paid';--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_tax" CHECK ("withdrawals"."tax_fen" >= 0 and "withdrawals"."tax_fen" < "withdrawals"."amount_fen");