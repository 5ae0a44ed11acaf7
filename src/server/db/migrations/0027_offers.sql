CREATE TABLE "agreements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agree_no" text NOT NULL,
	"demand_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"version" smallint NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"price_max_fen" bigint,
	"state" text NOT NULL,
	"owner_done_at" timestamp with time zone,
	"user_done_at" timestamp with time zone,
	"ended_by" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "agreements_state" CHECK ("agreements"."state" in ('running', 'disputed', 'done', 'cancelled')),
	CONSTRAINT "agreements_ended" CHECK (("agreements"."state" in ('done', 'cancelled')) = ("agreements"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "offer_boards" (
	"demand_id" bigint PRIMARY KEY NOT NULL,
	"offer_num" integer DEFAULT 0 NOT NULL,
	"public_key" text DEFAULT '' NOT NULL,
	"opens_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	CONSTRAINT "offer_boards_num" CHECK ("offer_boards"."offer_num" >= 0)
);
--> statement-breakpoint
CREATE TABLE "offer_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offer_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offer_id" bigint NOT NULL,
	"no" smallint NOT NULL,
	"price_fen" bigint,
	"price_max_fen" bigint,
	"days" integer DEFAULT 0 NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"work_ids" bigint[] DEFAULT '{}' NOT NULL,
	"sealed" text DEFAULT '' NOT NULL,
	"seal_hash" text DEFAULT '' NOT NULL,
	"file_keys" text[] DEFAULT '{}' NOT NULL,
	"opened_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offer_versions_price" CHECK ("offer_versions"."price_fen" is null or ("offer_versions"."price_fen" > 0 and "offer_versions"."price_fen" <= 1000000000)),
	CONSTRAINT "offer_versions_range" CHECK ("offer_versions"."price_max_fen" is null or "offer_versions"."price_max_fen" > "offer_versions"."price_fen"),
	CONSTRAINT "offer_versions_sealed" CHECK (("offer_versions"."price_fen" is not null) or ("offer_versions"."sealed" <> ''))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"demand_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"version" smallint DEFAULT 1 NOT NULL,
	"short_listed" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('made', 'withdrawn', 'declined', 'agreed', 'lost', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "rating_sums" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"stars" integer NOT NULL,
	CONSTRAINT "rating_sums_not_negative" CHECK ("rating_sums"."count" >= 0 and "rating_sums"."stars" between "rating_sums"."count" and "rating_sums"."count" * 5)
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ratings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shown_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "ratings_stars" CHECK ("ratings"."stars" between 1 and 5),
	CONSTRAINT "ratings_two" CHECK ("ratings"."from_id" <> "ratings"."to_id"),
	CONSTRAINT "ratings_subject" CHECK ("ratings"."subject_kind" in ('demand', 'request'))
);
--> statement-breakpoint
CREATE TABLE "deadline_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_no" ON "agreements" USING btree ("agree_no");--> statement-breakpoint
CREATE UNIQUE INDEX "agreements_once" ON "agreements" USING btree ("demand_id") WHERE "agreements"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "agreements_of_offer" ON "agreements" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "agreements_of_owner" ON "agreements" USING btree ("owner_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agreements_of_user" ON "agreements" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agreements_by_time" ON "agreements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "offer_boards_due" ON "offer_boards" USING btree ("opens_at") WHERE "offer_boards"."opens_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "offer_versions_once" ON "offer_versions" USING btree ("offer_id","no");--> statement-breakpoint
CREATE INDEX "offer_versions_files" ON "offer_versions" USING gin ("file_keys") WHERE "offer_versions"."file_keys" <> '{}';--> statement-breakpoint
CREATE UNIQUE INDEX "offers_once" ON "offers" USING btree ("demand_id","user_id");--> statement-breakpoint
CREATE INDEX "offers_of_user" ON "offers" USING btree ("user_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "offers_agreed_once" ON "offers" USING btree ("demand_id") WHERE "offers"."state" = 'agreed';--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_once" ON "ratings" USING btree ("subject_kind","subject_id","from_id","to_id");--> statement-breakpoint
CREATE INDEX "ratings_of_user" ON "ratings" USING btree ("to_id","id" DESC NULLS LAST) WHERE "ratings"."shown_at" is not null and "ratings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "ratings_by_user" ON "ratings" USING btree ("from_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ratings_blind" ON "ratings" USING btree ("created_at") WHERE "ratings"."shown_at" is null;--> statement-breakpoint
CREATE INDEX "ratings_by_time" ON "ratings" USING btree ("created_at","id");