CREATE TABLE "paper_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paper_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"paper_id" bigint NOT NULL,
	"no" integer NOT NULL,
	"how" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_versions_how" CHECK ("paper_versions"."how" in ('made', 'hand', 'sentence', 'back') and "paper_versions"."no" > 0)
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb NOT NULL,
	"answer_id" bigint,
	"by_ai" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "papers_kind" CHECK ("papers"."kind" in ('outline', 'budget', 'rundown', 'checklist', 'risks'))
);
--> statement-breakpoint
ALTER TABLE "paper_versions" ADD CONSTRAINT "paper_versions_paper_id_papers_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."papers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_versions_no" ON "paper_versions" USING btree ("paper_id","no");--> statement-breakpoint
CREATE INDEX "papers_of_user" ON "papers" USING btree ("user_id","saved_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "papers_deleted" ON "papers" USING btree ("deleted_at") WHERE "papers"."deleted_at" is not null;