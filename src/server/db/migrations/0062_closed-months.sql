CREATE TABLE "ledger_months" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_months_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"sums" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"explained" text DEFAULT '' NOT NULL,
	"asked_by" bigint,
	"confirmed_by" bigint,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_months_over" CHECK ("ledger_months"."ends_at" > "ledger_months"."starts_at" and "ledger_months"."closed_at" >= "ledger_months"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "bill_runs" ADD COLUMN "fees" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_months_month" ON "ledger_months" USING btree ("month");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_months_ends" ON "ledger_months" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_time" ON "ledger_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE TRIGGER "ledger_months_never_change" BEFORE UPDATE OR DELETE ON "ledger_months" FOR EACH ROW EXECUTE FUNCTION cemao_refuse_change();--> statement-breakpoint
-- The key of a Shanghai month: who writes a line holds its month with all others who do, who closes it holds it alone.
CREATE FUNCTION cemao_ledger_month(at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  select (extract(year from at at time zone 'Asia/Shanghai') * 12 + extract(month from at at time zone 'Asia/Shanghai'))::integer
$$;--> statement-breakpoint
CREATE FUNCTION cemao_open_month() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  closed timestamptz;
begin
  loop
    perform pg_advisory_xact_lock_shared(7203, cemao_ledger_month(new.created_at));
    -- read after the lock: whoever held it has committed
    select max(ends_at) into closed from ledger_months;
    exit when closed is null or new.created_at >= closed;
    new.created_at := closed;
  end loop;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transfers_open_month" BEFORE INSERT ON "ledger_transfers" FOR EACH ROW EXECUTE FUNCTION cemao_open_month();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_open_month" BEFORE INSERT ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION cemao_open_month();--> statement-breakpoint
CREATE FUNCTION cemao_close_month() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  closed timestamptz;
begin
  perform pg_advisory_xact_lock(7203, cemao_ledger_month(new.starts_at));
  select max(ends_at) into closed from ledger_months;
  if closed <> new.starts_at or (closed is null and exists (select 1 from ledger_entries where created_at < new.starts_at)) then
    raise exception 'months close one after the other';
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "ledger_months_in_order" BEFORE INSERT ON "ledger_months" FOR EACH ROW EXECUTE FUNCTION cemao_close_month();
