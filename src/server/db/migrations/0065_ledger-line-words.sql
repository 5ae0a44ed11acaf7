DROP INDEX "payments_trade";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "purpose" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "channel" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- what lines before this were about, as it was joined until now; nothing else of them changes
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_entries_never_change";--> statement-breakpoint
UPDATE ledger_entries e SET purpose = a.purpose, reason = t.reason, subject = coalesce(o.subject, ''),
  channel = case when a.purpose = 'gateway' then coalesce(p.channel, rp.channel, '') else '' end
FROM accounts a, ledger_transfers t
  left join orders o on o.orderid = t.reference
  left join payments p on t.key like 'pay:%' and p.payment_no = substr(t.key, 5)
  left join refunds r on t.reason = 'refund' and r.refund_no = t.reference
  left join payments rp on rp.id = r.payment_id
WHERE a.id = e.account_id and t.id = e.transfer_id;--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_entries_never_change";--> statement-breakpoint
CREATE INDEX "ledger_entries_of_purpose" ON "ledger_entries" USING btree ("purpose","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_reason" ON "ledger_entries" USING btree ("reason","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_subject" ON "ledger_entries" USING btree ("subject","created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_channel" ON "ledger_entries" USING btree ("channel","created_at","id") WHERE "ledger_entries"."channel" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_trade" ON "payments" USING btree ("provider_trade_no","provider") WHERE "payments"."provider_trade_no" is not null;
