CREATE TABLE "item_files" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"file_id" bigint,
	"file_size_bytes" bigint DEFAULT 0 NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"free_pages" integer DEFAULT 0 NOT NULL,
	"page_texts" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_media" (
	"item_id" bigint NOT NULL,
	"sort" integer NOT NULL,
	"type" text NOT NULL,
	"file_id" bigint,
	"key" text NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "item_media_item_id_sort_pk" PRIMARY KEY("item_id","sort")
);
--> statement-breakpoint
CREATE TABLE "reviewables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviewables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"target_id" bigint NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" bigint
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"user_id" bigint NOT NULL,
	"unit" text NOT NULL,
	"max_amount" bigint NOT NULL,
	"settled_amount" bigint,
	"status" text DEFAULT 'held' NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reservations_amounts" CHECK ("reservations"."max_amount" > 0 and ("reservations"."settled_amount" is null or "reservations"."settled_amount" between 0 and "reservations"."max_amount")),
	CONSTRAINT "reservations_status" CHECK ("reservations"."status" in ('held', 'settled', 'released'))
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_running_balance";
--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "facets" DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "facets" SET DEFAULT '{}';
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "introduction" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "reject_reason" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "term_ids" bigint[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reviewable_id" bigint;
--> statement-breakpoint
ALTER TABLE "item_files" ADD CONSTRAINT "item_files_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "item_media" ADD CONSTRAINT "item_media_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "item_media_of_file" ON "item_media" USING btree ("file_id") WHERE "item_media"."file_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "reviewables_once" ON "reviewables" USING btree ("type","target_id");
--> statement-breakpoint
CREATE INDEX "reviewables_open" ON "reviewables" USING btree ("type","score" DESC NULLS LAST,"updated_at","id") WHERE "reviewables"."status" = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_key" ON "reservations" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "reservations_of_user" ON "reservations" USING btree ("user_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "reservations_expiring" ON "reservations" USING btree ("expires_at") WHERE "reservations"."status" = 'held';
--> statement-breakpoint
CREATE INDEX "reports_of_reviewable" ON "reports" USING btree ("reviewable_id");
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_running_balance" CHECK (("accounts"."balance" is not null) = ("accounts"."purpose" in ('balance', 'held', 'coin', 'held_coin', 'point')));
--> statement-breakpoint
-- what every kind shares moves from the first kind's table to the items and their files
update items set introduction = d.introduction, reject_reason = d.reject_reason,
  term_ids = array_remove(array[industry_id, activity_id], null)
from scheme_details d where d.item_id = items.id;
--> statement-breakpoint
insert into item_files (item_id, file_id, file_size_bytes, page_count, free_pages, page_texts)
select item_id, file_id, file_size_bytes, page_count, free_pages, page_texts from scheme_details
where file_id is not null or page_count > 0;
--> statement-breakpoint
DROP TABLE "scheme_details";
--> statement-breakpoint
CREATE TABLE "item_drafts" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"draft_key" text NOT NULL,
	"form" jsonb NOT NULL,
	"file_id" bigint,
	"submitted" jsonb,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
insert into item_drafts (item_id, owner_id, draft_key, form, file_id, submitted, saved_at)
select item_id, owner_id, draft_key, form, file_id, submitted, saved_at from scheme_drafts;
--> statement-breakpoint
DROP TABLE "scheme_drafts";
--> statement-breakpoint
CREATE UNIQUE INDEX "item_drafts_key" ON "item_drafts" USING btree ("owner_id","draft_key");
--> statement-breakpoint
CREATE INDEX "item_drafts_waiting" ON "item_drafts" USING btree ("item_id") WHERE submitted is not null;
--> statement-breakpoint
-- a form names what was chosen by facet
update item_drafts set
  form = (form - 'industry_id' - 'activity_id') || jsonb_build_object('terms', jsonb_strip_nulls(jsonb_build_object('industry', form -> 'industry_id', 'activity', form -> 'activity_id'))),
  submitted = case when jsonb_typeof(submitted) = 'object' then (submitted - 'industry_id' - 'activity_id') || jsonb_build_object('terms',
    jsonb_strip_nulls(jsonb_build_object('industry', submitted -> 'industry_id', 'activity', submitted -> 'activity_id'))) else submitted end;
--> statement-breakpoint
DROP INDEX "items_by_hot";
--> statement-breakpoint
DROP INDEX "items_by_time";
--> statement-breakpoint
DROP INDEX "items_by_download";
--> statement-breakpoint
DROP INDEX "orders_of_publisher";
--> statement-breakpoint
DROP INDEX "orders_one_open";
--> statement-breakpoint
ALTER TABLE "items" DROP COLUMN "industry_id";
--> statement-breakpoint
ALTER TABLE "items" DROP COLUMN "activity_id";
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "subject_id" bigint;
--> statement-breakpoint
-- until now there were only schemes
update orders set subject = 'item', subject_id = item_id, snapshot = snapshot || '{"kind": 1}';
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "subject_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "item_id";
--> statement-breakpoint
CREATE INDEX "item_files_of_file" ON "item_files" USING btree ("file_id") WHERE "item_files"."file_id" is not null;
--> statement-breakpoint
CREATE INDEX "items_by_hot" ON "items" USING btree ("kind","hot_score" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "items_by_time" ON "items" USING btree ("kind","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "items_by_download" ON "items" USING btree ("kind","download_num" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published';
--> statement-breakpoint
CREATE INDEX "orders_of_publisher" ON "orders" USING btree ("publisher_id","subject","subject_id") WHERE "orders"."status" = 2;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("buyer_id","subject","subject_id") WHERE "orders"."status" = 1;
--> statement-breakpoint
-- what waited for staff before there was one queue
insert into reviewables (type, target_id, opened_at, updated_at)
select 'work', id, updated_at, updated_at from items where status = 'reviewing';
--> statement-breakpoint
insert into reviewables (type, target_id, score, opened_at, updated_at)
select 'report', rid, count(*), min(created_at), max(created_at) from reports where type <> 99 and status = 'open' group by rid;
--> statement-breakpoint
update reports set reviewable_id = r.id from reviewables r where r.type = 'report' and r.target_id = reports.rid and reports.type <> 99;
--> statement-breakpoint
update site_settings set key = 'work_review' where key = 'scheme_review';
