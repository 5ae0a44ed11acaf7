CREATE TABLE "grants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"source" text NOT NULL,
	"source_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"collection_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_items_collection_id_item_id_pk" PRIMARY KEY("collection_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" smallint DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"cover_key" text DEFAULT '' NOT NULL,
	"item_num" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_pages" (
	"item_id" bigint NOT NULL,
	"page_no" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "item_pages_item_id_page_no_pk" PRIMARY KEY("item_id","page_no")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" smallint NOT NULL,
	"publisher_id" bigint NOT NULL,
	"shop_id" bigint,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"price_fen" bigint DEFAULT 0 NOT NULL,
	"org_price_fen" bigint DEFAULT 0 NOT NULL,
	"vip_only" boolean DEFAULT false NOT NULL,
	"category_id" bigint,
	"category_sub_id" bigint,
	"industry_id" bigint,
	"activity_id" bigint,
	"format" text DEFAULT '' NOT NULL,
	"tag_ids" bigint[] DEFAULT '{}' NOT NULL,
	"facets" bigint[] GENERATED ALWAYS AS (array_remove(array[category_id, category_sub_id, industry_id, activity_id,
          case when vip_only then -3 when price_fen = 0 then -1 end, case when price_fen > 0 then -2 end,
          case format when 'pdf' then -11 when 'pptx' then -12 end]::bigint[] || tag_ids, null)) STORED NOT NULL,
	"cover_key" text DEFAULT '' NOT NULL,
	"cover_width" integer DEFAULT 0 NOT NULL,
	"cover_height" integer DEFAULT 0 NOT NULL,
	"view_num" bigint DEFAULT 0 NOT NULL,
	"like_num" bigint DEFAULT 0 NOT NULL,
	"collect_num" bigint DEFAULT 0 NOT NULL,
	"download_num" bigint DEFAULT 0 NOT NULL,
	"sale_num" bigint DEFAULT 0 NOT NULL,
	"hot_score" bigint DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_price" CHECK ("items"."price_fen" >= 0 and "items"."price_fen" <= 1000000000 and "items"."org_price_fen" >= 0),
	CONSTRAINT "items_counters" CHECK ("items"."view_num" >= 0 and "items"."like_num" >= 0 and "items"."collect_num" >= 0 and "items"."download_num" >= 0 and "items"."sale_num" >= 0)
);
--> statement-breakpoint
CREATE TABLE "scheme_details" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"file_id" bigint,
	"file_size_bytes" bigint DEFAULT 0 NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"free_pages" integer DEFAULT 0 NOT NULL,
	"page_texts" text[] DEFAULT '{}' NOT NULL,
	"reject_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"facet" text NOT NULL,
	"kind" smallint DEFAULT 1 NOT NULL,
	"parent_id" bigint,
	"name" text NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"item_num" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "captchas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"answer_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "download_days" (
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "download_days_user_id_item_id_day_pk" PRIMARY KEY("user_id","item_id","day")
);
--> statement-breakpoint
CREATE TABLE "download_receipts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "download_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"right" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collects" (
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"rid" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collects_user_id_type_rid_pk" PRIMARY KEY("user_id","type","rid")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"rid" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_user_id_type_rid_pk" PRIMARY KEY("user_id","type","rid")
);
--> statement-breakpoint
CREATE TABLE "footprints" (
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"rid" bigint NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "footprints_user_id_type_rid_pk" PRIMARY KEY("user_id","type","rid")
);
--> statement-breakpoint
CREATE TABLE "likes" (
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"rid" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "likes_user_id_type_rid_pk" PRIMARY KEY("user_id","type","rid")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"type" smallint NOT NULL,
	"rid" bigint NOT NULL,
	"url" text NOT NULL,
	"mobile" text NOT NULL,
	"content" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mobile" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"address" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mobile" text NOT NULL,
	"password_hash" text,
	"nickname" text NOT NULL,
	"headimgurl" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"birthday" date,
	"sex" smallint DEFAULT 0 NOT NULL,
	"show_company" text DEFAULT '' NOT NULL,
	"show_job" text DEFAULT '' NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"fans_num" bigint DEFAULT 0 NOT NULL,
	"works_num" bigint DEFAULT 0 NOT NULL,
	"view_num" bigint DEFAULT 0 NOT NULL,
	"web_channel_id" text,
	"invitor_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_quotas" (
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_quotas_user_id_name_day_pk" PRIMARY KEY("user_id","name","day")
);
--> statement-breakpoint
CREATE TABLE "membership_plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vip_type" smallint NOT NULL,
	"name" text NOT NULL,
	"days" integer NOT NULL,
	"price_fen" bigint NOT NULL,
	"org_price_fen" bigint NOT NULL,
	"max_download_pre_day" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" bigint NOT NULL,
	"vip_type" smallint NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"max_download_pre_day" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_user_id_vip_type_pk" PRIMARY KEY("user_id","vip_type")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"orderid" text NOT NULL,
	"buyer_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"item_id" bigint,
	"snapshot" jsonb NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"list_price_fen" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"coupon_id" bigint,
	"coupon_fen" bigint DEFAULT 0 NOT NULL,
	"balance_fen" bigint DEFAULT 0 NOT NULL,
	"pay_fen" bigint NOT NULL,
	"use_balance" boolean DEFAULT false NOT NULL,
	"publisher_id" bigint,
	"publisher_share_bp" integer DEFAULT 0 NOT NULL,
	"publisher_fen" bigint DEFAULT 0 NOT NULL,
	"idempotency_key" text NOT NULL,
	"close_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_key" text,
	"closed_at" timestamp with time zone,
	"counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "orders_amounts" CHECK ("orders"."price_fen" >= 0 and "orders"."coupon_fen" >= 0 and "orders"."balance_fen" >= 0 and "orders"."pay_fen" >= 0 and "orders"."pay_fen" = "orders"."price_fen" - "orders"."coupon_fen" - "orders"."balance_fen" and "orders"."publisher_fen" between 0 and "orders"."price_fen"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in (1, 2, 3)),
	CONSTRAINT "orders_paid" CHECK (("orders"."status" <> 2) or ("orders"."paid_at" is not null and "orders"."paid_key" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_no" text NOT NULL,
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"currency" text DEFAULT 'CNY' NOT NULL,
	"qr_text" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"provider_trade_no" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"queried_at" timestamp with time zone,
	"closed_there" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_fen" > 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('waiting', 'paid', 'closed', 'refunding', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"refund_no" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"amount_fen" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_fen" > 0)
);
--> statement-breakpoint
CREATE TABLE "file_pages" (
	"file_id" bigint NOT NULL,
	"page_no" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "file_pages_file_id_page_no_pk" PRIMARY KEY("file_id","page_no")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"item_id" bigint,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"type" text NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unused_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "renderings" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"done_pages" integer DEFAULT 0 NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"background" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheme_drafts" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"draft_key" text NOT NULL,
	"form" jsonb NOT NULL,
	"file_id" bigint,
	"waiting" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"upload_key" text NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"background" boolean DEFAULT false NOT NULL,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"file_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hot_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hot_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_searches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recent_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"word" text NOT NULL,
	"searched_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"kind" smallint NOT NULL,
	"tier" smallint DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"terms" "tsvector" NOT NULL,
	"hot_score" bigint DEFAULT 0 NOT NULL,
	"download_num" bigint DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"indexed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" bigint
);
--> statement-breakpoint
CREATE TABLE "user_coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"min_price_fen" bigint DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'free' NOT NULL,
	"order_id" bigint,
	"use_end_time" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_coupons_amount" CHECK ("user_coupons"."amount_fen" > 0 and "user_coupons"."min_price_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_vouchers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_vouchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"status" text DEFAULT 'free' NOT NULL,
	"item_id" bigint,
	"use_end_time" timestamp with time zone NOT NULL,
	"redeemed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint,
	"purpose" text NOT NULL,
	"unit" text NOT NULL,
	"balance" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_not_below_zero" CHECK ("accounts"."balance" >= 0),
	CONSTRAINT "accounts_running_balance" CHECK (("accounts"."balance" is not null) = ("accounts"."purpose" in ('balance', 'held', 'coin', 'point')))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_no" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"currency" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"trade_no" text DEFAULT '' NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"refund_failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_amount" CHECK ("sandbox_payments"."amount_fen" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"refund_no" text NOT NULL,
	"sandbox_payment_id" bigint NOT NULL,
	"amount_fen" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_sms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_sms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mobile" text NOT NULL,
	"text" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" bigint NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_pages" ADD CONSTRAINT "item_pages_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheme_details" ADD CONSTRAINT "scheme_details_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_pages" ADD CONSTRAINT "file_pages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renderings" ADD CONSTRAINT "renderings_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_sandbox_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("sandbox_payment_id") REFERENCES "public"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_once" ON "grants" USING btree ("user_id","item_id","source");--> statement-breakpoint
CREATE INDEX "grants_of_item" ON "grants" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "collections_of_item" ON "collection_items" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "items_of_publisher" ON "items" USING btree ("publisher_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "items_held" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."status" = 'reviewing';--> statement-breakpoint
CREATE INDEX "items_by_hot" ON "items" USING btree ("kind","hot_score" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","industry_id","activity_id","price_fen","vip_only","format","tag_ids") WHERE "items"."status" = 'published';--> statement-breakpoint
CREATE INDEX "items_by_time" ON "items" USING btree ("kind","published_at" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","industry_id","activity_id","price_fen","vip_only","format","tag_ids") WHERE "items"."status" = 'published';--> statement-breakpoint
CREATE INDEX "items_by_download" ON "items" USING btree ("kind","download_num" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","industry_id","activity_id","price_fen","vip_only","format","tag_ids") WHERE "items"."status" = 'published';--> statement-breakpoint
CREATE INDEX "scheme_details_of_file" ON "scheme_details" USING btree ("file_id") WHERE "scheme_details"."file_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "terms_name" ON "terms" USING btree ("kind","facet",coalesce("parent_id", 0),"name");--> statement-breakpoint
CREATE INDEX "terms_most_used" ON "terms" USING btree ("kind","facet","item_num" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "captchas_key" ON "captchas" USING btree ("key");--> statement-breakpoint
CREATE INDEX "captchas_expiring" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "download_receipts_of_user" ON "download_receipts" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "download_receipts_of_address" ON "download_receipts" USING btree ("address","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "download_receipts_of_item" ON "download_receipts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "collects_newest" ON "collects" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "follows_of_target" ON "follows" USING btree ("type","rid");--> statement-breakpoint
CREATE INDEX "footprints_newest" ON "footprints" USING btree ("user_id","seen_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "sms_codes_of_mobile" ON "sms_codes" USING btree ("mobile","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sms_codes_of_address" ON "sms_codes" USING btree ("address","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tokens_of_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_mobile" ON "users" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "users_by_fans" ON "users" USING btree ("fans_num" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_orderid" ON "orders" USING btree ("orderid");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("buyer_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_of_publisher" ON "orders" USING btree ("publisher_id","item_id") WHERE "orders"."status" = 2;--> statement-breakpoint
CREATE INDEX "orders_uncounted" ON "orders" USING btree ("id") WHERE "orders"."status" = 2 and not "orders"."counted";--> statement-breakpoint
CREATE INDEX "orders_expiring" ON "orders" USING btree ("expires_at") WHERE "orders"."status" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("buyer_id","item_id") WHERE "orders"."status" = 1 and "orders"."item_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_no" ON "payments" USING btree ("payment_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_trade" ON "payments" USING btree ("provider","provider_trade_no") WHERE "payments"."provider_trade_no" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("id") WHERE "payments"."status" = 'waiting' or ("payments"."status" = 'closed' and not "payments"."closed_there");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_no" ON "refunds" USING btree ("refund_no");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."status" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "files_key" ON "files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "files_of_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "files_of_item" ON "files" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "renderings_open" ON "renderings" USING btree ("status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "scheme_drafts_key" ON "scheme_drafts" USING btree ("owner_id","draft_key");--> statement-breakpoint
CREATE INDEX "scheme_drafts_of_file" ON "scheme_drafts" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_key" ON "uploads" USING btree ("upload_key");--> statement-breakpoint
CREATE INDEX "uploads_expiring" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "hot_searches_word" ON "hot_searches" USING btree ("word");--> statement-breakpoint
CREATE INDEX "hot_searches_top" ON "hot_searches" USING btree ("count" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "recent_searches_once" ON "recent_searches" USING btree ("user_id","word");--> statement-breakpoint
CREATE INDEX "recent_searches_newest" ON "recent_searches" USING btree ("user_id","searched_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_documents_tier_0" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 0;--> statement-breakpoint
CREATE INDEX "search_documents_tier_1" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 1;--> statement-breakpoint
CREATE INDEX "search_documents_tier_2" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 2;--> statement-breakpoint
CREATE INDEX "search_documents_tier_3" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 3;--> statement-breakpoint
CREATE INDEX "search_documents_tier_4" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 4;--> statement-breakpoint
CREATE INDEX "search_documents_tier_5" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 5;--> statement-breakpoint
CREATE INDEX "search_documents_tier_6" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 6;--> statement-breakpoint
CREATE INDEX "user_coupons_of_user" ON "user_coupons" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "user_vouchers_of_user" ON "user_vouchers" USING btree ("user_id","kind","status");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_of_owner" ON "accounts" USING btree (coalesce("owner_id", 0),"purpose");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_account" ON "ledger_entries" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_entries_of_transfer" ON "ledger_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_key" ON "ledger_transfers" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_no" ON "sandbox_payments" USING btree ("payment_no");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_no" ON "sandbox_refunds" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_of_payment" ON "sandbox_refunds" USING btree ("sandbox_payment_id");--> statement-breakpoint
CREATE INDEX "sandbox_sms_of_mobile" ON "sandbox_sms" USING btree ("mobile","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_dead" ON "outbox" USING btree ("id") WHERE "outbox"."failed_at" is not null;