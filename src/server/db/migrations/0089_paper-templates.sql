CREATE TABLE "paper_templates" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"footer" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"logo_png" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
