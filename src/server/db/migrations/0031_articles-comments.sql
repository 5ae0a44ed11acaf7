CREATE TABLE "comment_likes" (
	"comment_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_likes_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reports" (
	"comment_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reports_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_sums" (
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"shown_num" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "comment_sums_subject_kind_subject_id_pk" PRIMARY KEY("subject_kind","subject_id"),
	CONSTRAINT "comment_sums_not_negative" CHECK ("comment_sums"."shown_num" >= 0)
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"writer_id" bigint NOT NULL,
	"root_id" bigint,
	"answers_id" bigint,
	"answers_user_id" bigint,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"like_num" bigint DEFAULT 0 NOT NULL,
	"reply_num" bigint DEFAULT 0 NOT NULL,
	"report_num" integer DEFAULT 0 NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comments_state" CHECK ("comments"."state" in ('shown', 'held', 'hidden', 'deleted')),
	CONSTRAINT "comments_counters" CHECK ("comments"."like_num" >= 0 and "comments"."reply_num" >= 0 and "comments"."report_num" >= 0),
	CONSTRAINT "comments_answers" CHECK (("comments"."answers_id" is null) = ("comments"."answers_user_id" is null) and ("comments"."answers_id" is null or "comments"."root_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "item_draft_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_draft_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"title" text NOT NULL,
	"introduction" text NOT NULL,
	"body" jsonb NOT NULL,
	"words" integer NOT NULL,
	"pictures" bigint[] NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_root_id_comments_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_likes_of_user" ON "comment_likes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "comments_key" ON "comments" USING btree ("writer_id","key");--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("subject_kind","subject_id","id") WHERE "comments"."root_id" is null and ("comments"."state" = 'shown' or "comments"."reply_num" > 0);--> statement-breakpoint
CREATE INDEX "comments_liked" ON "comments" USING btree ("subject_kind","subject_id","like_num","id") WHERE "comments"."root_id" is null and ("comments"."state" = 'shown' or "comments"."reply_num" > 0);--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("root_id","id") WHERE "comments"."root_id" is not null and "comments"."state" = 'shown';--> statement-breakpoint
CREATE INDEX "comments_of_writer" ON "comments" USING btree ("writer_id","id");--> statement-breakpoint
CREATE INDEX "comments_reported" ON "comments" USING btree ("id") WHERE "comments"."report_num" > 0;--> statement-breakpoint
CREATE INDEX "item_draft_versions_of_item" ON "item_draft_versions" USING btree ("item_id","id");