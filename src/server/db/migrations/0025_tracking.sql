CREATE TABLE "seo_dead" (
	"url" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo_engine_days" (
	"day" date NOT NULL,
	"engine" text NOT NULL,
	"pushed" integer DEFAULT 0 NOT NULL,
	"remain" integer,
	"error" text DEFAULT '' NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seo_engine_days_day_engine_pk" PRIMARY KEY("day","engine")
);
--> statement-breakpoint
CREATE TABLE "seo_urls" (
	"engine" text NOT NULL,
	"url" text NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL,
	"pushed_at" timestamp with time zone,
	"refused" text DEFAULT '' NOT NULL,
	CONSTRAINT "seo_urls_engine_url_pk" PRIMARY KEY("engine","url")
);
--> statement-breakpoint
CREATE TABLE "spider_days" (
	"day" date NOT NULL,
	"spider" text NOT NULL,
	"kind" smallint NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"misses" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "spider_days_day_spider_kind_pk" PRIMARY KEY("day","spider","kind")
);
--> statement-breakpoint
CREATE TABLE "spider_misses" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"num" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "spider_misses_day_path_pk" PRIMARY KEY("day","path")
);
--> statement-breakpoint
CREATE TABLE "track_bindings" (
	"uuid" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"bound_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_days" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"kind" smallint NOT NULL,
	"channel" text NOT NULL,
	"key" text NOT NULL,
	"num" bigint NOT NULL,
	CONSTRAINT "track_days_day_what_kind_channel_key_pk" PRIMARY KEY("day","what","kind","channel","key")
);
--> statement-breakpoint
CREATE TABLE "track_drops" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"num" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "track_drops_day_reason_pk" PRIMARY KEY("day","reason")
);
--> statement-breakpoint
CREATE TABLE "track_events" (
	"at" timestamp with time zone NOT NULL,
	"type" smallint NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"page" text NOT NULL,
	"kind" smallint NOT NULL,
	"item_id" bigint,
	"source" smallint NOT NULL,
	"referer" text NOT NULL,
	"url" text NOT NULL,
	"old_url" text NOT NULL,
	"target_page" text NOT NULL,
	"channel" text NOT NULL,
	"orderid" text NOT NULL,
	"pro" smallint NOT NULL,
	"uuid" uuid,
	"user_id" bigint
);
--> statement-breakpoint
CREATE TABLE "track_visitors" (
	"day" date NOT NULL,
	"person" uuid NOT NULL,
	CONSTRAINT "track_visitors_day_person_pk" PRIMARY KEY("day","person")
);
--> statement-breakpoint
CREATE INDEX "seo_dead_since" ON "seo_dead" USING btree ("since");--> statement-breakpoint
CREATE INDEX "seo_urls_wanted" ON "seo_urls" USING btree ("engine","wanted_at");--> statement-breakpoint
-- Events lie in months. What comes for a month that has no table of its own yet (a restore) waits in the rest.
alter table track_events rename to track_events_plain;
--> statement-breakpoint
create table track_events (like track_events_plain including all) partition by range (at);
--> statement-breakpoint
drop table track_events_plain;
--> statement-breakpoint
create table track_events_rest partition of track_events default;
--> statement-breakpoint
-- Makes the table of the UTC month that holds this time, with what waits for it in the rest. One at a time over all processes.
create function cemao_track_month(moment timestamptz) returns void language plpgsql as $$
declare
  first timestamptz := date_trunc('month', moment, 'UTC');
  past timestamptz := date_trunc('month', first + interval '32 days', 'UTC');
  name text := 'track_events_' || to_char(first at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass(name) is not null then return; end if;
  perform pg_advisory_xact_lock(7203625);
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like track_events including all)', name);
  execute format('with moved as (delete from track_events_rest where at >= %L and at < %L returning *) insert into %I select * from moved', first, past, name);
  execute format('create index %I on %I using brin (at) with (pages_per_range = 32)', name || '_at', name);
  execute format('alter table track_events attach partition %I for values from (%L) to (%L)', name, first, past);
end $$;
