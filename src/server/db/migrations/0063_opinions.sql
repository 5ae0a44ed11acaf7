CREATE TABLE "opinion_reports" (
	"opinion_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opinion_reports_opinion_id_user_id_pk" PRIMARY KEY("opinion_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "opinions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opinions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"publisher_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"event" text DEFAULT '' NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"hidden_reason" text DEFAULT '' NOT NULL,
	"lapsed" boolean DEFAULT false NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"report_num" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opinions_stars" CHECK ("opinions"."stars" between 1 and 5),
	CONSTRAINT "opinions_counts" CHECK ("opinions"."people" >= 0 and "opinions"."report_num" >= 0),
	CONSTRAINT "opinions_not_own" CHECK ("opinions"."user_id" <> "opinions"."publisher_id")
);
--> statement-breakpoint
INSERT INTO opinions (item_id, user_id, publisher_id, stars, text, hidden, created_at, updated_at)
  SELECT r.item_id, r.user_id, i.publisher_id, r.stars, r.text, r.hidden, r.created_at, r.updated_at
  FROM course_reviews r JOIN items i ON i.id = r.item_id WHERE r.user_id <> i.publisher_id ORDER BY r.id;--> statement-breakpoint
DROP TABLE "course_reviews" CASCADE;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "rating_num" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "rating_score" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE items SET rating_num = r.num, rating_sum = r.sum,
    rating_score = CASE WHEN r.num >= 5 THEN round((r.sum + 20) * 100.0 / (r.num + 5))::int ELSE 0 END
  FROM (SELECT item_id, count(*)::int AS num, sum(stars)::int AS sum FROM opinions WHERE NOT hidden GROUP BY item_id) r
  WHERE items.id = r.item_id;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD COLUMN "ask_rating" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "opinion_reports" ADD CONSTRAINT "opinion_reports_opinion_id_opinions_id_fk" FOREIGN KEY ("opinion_id") REFERENCES "public"."opinions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opinion_reports_of_user" ON "opinion_reports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "opinions_once" ON "opinions" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "opinions_shown" ON "opinions" USING btree ("item_id","id" DESC NULLS LAST) WHERE not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_by_stars" ON "opinions" USING btree ("item_id","stars","id" DESC NULLS LAST) WHERE not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_of_user" ON "opinions" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "opinions_of_publisher" ON "opinions" USING btree ("publisher_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "opinions_unanswered" ON "opinions" USING btree ("publisher_id","id" DESC NULLS LAST) WHERE "opinions"."answer" = '' and not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_by_time" ON "opinions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "opinions_hidden" ON "opinions" USING btree ("id") WHERE "opinions"."hidden";--> statement-breakpoint
CREATE INDEX "opinions_lapsed" ON "opinions" USING btree ("id") WHERE "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_reported" ON "opinions" USING btree ("id") WHERE "opinions"."report_num" > 0;--> statement-breakpoint
CREATE INDEX "grants_by_time" ON "grants" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "items_by_rating" ON "items" USING btree ("kind","rating_score" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published' and "items"."rating_score" > 0;--> statement-breakpoint
ALTER TABLE "course_counts" DROP COLUMN "review_num";--> statement-breakpoint
ALTER TABLE "course_counts" DROP COLUMN "star_sum";