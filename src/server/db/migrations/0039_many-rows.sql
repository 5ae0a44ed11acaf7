CREATE TABLE "login_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "strangers_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "login_tries_ending" ON "login_tries" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "items_created" ON "items" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "chat_cases_by_time" ON "chat_cases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "comments_by_time" ON "comments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "requests_by_time" ON "requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviewables_by_change" ON "reviewables" USING btree ("type","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "salon_checkins_by_time" ON "salon_checkins" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "salon_recaps_by_time" ON "salon_recaps" USING btree ("saved_at","salon_id");--> statement-breakpoint
CREATE INDEX "search_wishes_by_time" ON "search_wishes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shops_by_time" ON "shops" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "course_answers_by_time" ON "course_answers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "course_questions_by_time" ON "course_questions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "course_reviews_by_time" ON "course_reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "teachers_by_time" ON "teachers" USING btree ("applied_at","user_id");