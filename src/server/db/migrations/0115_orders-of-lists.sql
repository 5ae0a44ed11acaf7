DROP INDEX "ad_views_of_user";--> statement-breakpoint
DROP INDEX "assistant_answers_voted";--> statement-breakpoint
DROP INDEX "assistant_answers_nothing";--> statement-breakpoint
DROP INDEX "assistant_conversations_newest";--> statement-breakpoint
DROP INDEX "series_of_owner";--> statement-breakpoint
DROP INDEX "items_of_publisher";--> statement-breakpoint
DROP INDEX "items_of_shop";--> statement-breakpoint
DROP INDEX "chat_answers_newest";--> statement-breakpoint
DROP INDEX "chat_members_newest";--> statement-breakpoint
DROP INDEX "client_links_of_user";--> statement-breakpoint
DROP INDEX "client_views_of_link";--> statement-breakpoint
DROP INDEX "client_views_of_visitor";--> statement-breakpoint
DROP INDEX "console_runs_of_person";--> statement-breakpoint
DROP INDEX "demands_of_owner";--> statement-breakpoint
DROP INDEX "demands_by_state";--> statement-breakpoint
DROP INDEX "download_receipts_of_user";--> statement-breakpoint
DROP INDEX "download_receipts_of_address";--> statement-breakpoint
DROP INDEX "draws_of_user";--> statement-breakpoint
DROP INDEX "employee_acts_of_enterprise";--> statement-breakpoint
DROP INDEX "employees_of_enterprise";--> statement-breakpoint
DROP INDEX "employees_of_user";--> statement-breakpoint
DROP INDEX "collects_newest";--> statement-breakpoint
DROP INDEX "footprints_newest";--> statement-breakpoint
DROP INDEX "sms_codes_of_mobile";--> statement-breakpoint
DROP INDEX "sms_codes_of_address";--> statement-breakpoint
DROP INDEX "infringements_of_user";--> statement-breakpoint
DROP INDEX "infringements_of_publisher";--> statement-breakpoint
DROP INDEX "invites_of_invitor";--> statement-breakpoint
DROP INDEX "invoices_of_user";--> statement-breakpoint
DROP INDEX "mall_redemptions_of_user";--> statement-breakpoint
DROP INDEX "circulars_of_item";--> statement-breakpoint
DROP INDEX "notice_deliveries_of_user";--> statement-breakpoint
DROP INDEX "notices_of_user";--> statement-breakpoint
DROP INDEX "notices_unread";--> statement-breakpoint
DROP INDEX "notices_of_works";--> statement-breakpoint
DROP INDEX "agreements_of_owner";--> statement-breakpoint
DROP INDEX "agreements_of_user";--> statement-breakpoint
DROP INDEX "offer_invitations_of_user";--> statement-breakpoint
DROP INDEX "offers_of_user";--> statement-breakpoint
DROP INDEX "tender_judges_of_user";--> statement-breakpoint
DROP INDEX "opinions_shown";--> statement-breakpoint
DROP INDEX "opinions_by_stars";--> statement-breakpoint
DROP INDEX "opinions_of_user";--> statement-breakpoint
DROP INDEX "opinions_of_publisher";--> statement-breakpoint
DROP INDEX "opinions_unanswered";--> statement-breakpoint
DROP INDEX "orders_by_title";--> statement-breakpoint
DROP INDEX "orders_of_publisher_by_time";--> statement-breakpoint
DROP INDEX "orders_of_buyer";--> statement-breakpoint
DROP INDEX "papers_of_user";--> statement-breakpoint
DROP INDEX "withdrawals_of_user";--> statement-breakpoint
DROP INDEX "pool_shares_of_publisher";--> statement-breakpoint
DROP INDEX "consents_of_user";--> statement-breakpoint
DROP INDEX "data_exports_of_user";--> statement-breakpoint
DROP INDEX "bulk_imports_of_owner";--> statement-breakpoint
DROP INDEX "ratings_of_user";--> statement-breakpoint
DROP INDEX "ratings_about";--> statement-breakpoint
DROP INDEX "ratings_by_user";--> statement-breakpoint
DROP INDEX "job_applications_of_user";--> statement-breakpoint
DROP INDEX "resume_views_newest";--> statement-breakpoint
DROP INDEX "resumes_for_all";--> statement-breakpoint
DROP INDEX "request_answers_of_planner";--> statement-breakpoint
DROP INDEX "reviewables_open";--> statement-breakpoint
DROP INDEX "salon_checkins_of_salon";--> statement-breakpoint
DROP INDEX "salon_recaps_published";--> statement-breakpoint
DROP INDEX "salon_tickets_of_buyer";--> statement-breakpoint
DROP INDEX "salon_tickets_given";--> statement-breakpoint
DROP INDEX "salon_waiting_of_user";--> statement-breakpoint
DROP INDEX "salons_of_owner";--> statement-breakpoint
DROP INDEX "salons_over";--> statement-breakpoint
DROP INDEX "salons_by_state";--> statement-breakpoint
DROP INDEX "hot_searches_top";--> statement-breakpoint
DROP INDEX "recent_searches_newest";--> statement-breakpoint
DROP INDEX "search_learned_words_most";--> statement-breakpoint
DROP INDEX "setting_changes_of_key";--> statement-breakpoint
DROP INDEX "course_questions_newest";--> statement-breakpoint
DROP INDEX "course_questions_of_user";--> statement-breakpoint
DROP INDEX "film_links_of_user";--> statement-breakpoint
DROP INDEX "film_links_of_lesson";--> statement-breakpoint
DROP INDEX "hand_ins_of_learner";--> statement-breakpoint
DROP INDEX "lesson_notes_of_user";--> statement-breakpoint
DROP INDEX "lesson_progress_newest";--> statement-breakpoint
DROP INDEX "lessons_free_films";--> statement-breakpoint
DROP INDEX "quiz_answers_of_learner";--> statement-breakpoint
DROP INDEX "teachers_by_state";--> statement-breakpoint
DROP INDEX "subscriptions_of_user";--> statement-breakpoint
DROP INDEX "union_rights_of_user";--> statement-breakpoint
DROP INDEX "reservations_of_user";--> statement-breakpoint
DROP INDEX "sandbox_mails_of";--> statement-breakpoint
DROP INDEX "sandbox_sms_of_mobile";--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "salon_checkins_of_door" ON "salon_checkins" USING btree ("by_staff","received_at") WHERE "salon_checkins"."by_staff" is not null;--> statement-breakpoint
CREATE INDEX "ad_views_of_user" ON "ad_views" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "assistant_answers_voted" ON "assistant_answers" USING btree ("voted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "assistant_answers"."vote" <> 0;--> statement-breakpoint
CREATE INDEX "assistant_answers_nothing" ON "assistant_answers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE looked and tool = '' and sources = '[]'::jsonb and not removed;--> statement-breakpoint
CREATE INDEX "assistant_conversations_newest" ON "assistant_conversations" USING btree ("user_id","last_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "assistant_conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "series_of_owner" ON "series" USING btree ("owner_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "items_of_publisher" ON "items" USING btree ("publisher_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "items_of_shop" ON "items" USING btree ("shop_id","id" DESC NULLS FIRST) WHERE "items"."shop_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_answers_newest" ON "chat_answers" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_members_newest" ON "chat_members" USING btree ("user_id","last_at" DESC NULLS FIRST,"conversation_id" DESC NULLS FIRST) WHERE "chat_members"."last_at" is not null;--> statement-breakpoint
CREATE INDEX "client_links_of_user" ON "client_links" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "client_views_of_link" ON "client_views" USING btree ("link_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "client_views_of_visitor" ON "client_views" USING btree ("link_id","visitor","ends_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "console_runs_of_person" ON "console_runs" USING btree ("started_by","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "demands_of_owner" ON "demands" USING btree ("owner_id","item_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "demands_by_state" ON "demands" USING btree ("state","item_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "download_receipts_of_user" ON "download_receipts" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "download_receipts_of_address" ON "download_receipts" USING btree ("address","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "draws_of_user" ON "draws" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "employee_acts_of_enterprise" ON "employee_acts" USING btree ("enterprise_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "employees_of_enterprise" ON "employees" USING btree ("enterprise_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "employees_of_user" ON "employees" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "collects_newest" ON "collects" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "footprints_newest" ON "footprints" USING btree ("user_id","seen_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_codes_of_mobile" ON "sms_codes" USING btree ("mobile","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sms_codes_of_address" ON "sms_codes" USING btree ("address","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "infringements_of_user" ON "infringements" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "infringements_of_publisher" ON "infringements" USING btree ("publisher_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invites_of_invitor" ON "invites" USING btree ("invitor_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_of_user" ON "invoices" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mall_redemptions_of_user" ON "mall_redemptions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "circulars_of_item" ON "circulars" USING btree ("item_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notice_deliveries_of_user" ON "notice_deliveries" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_of_works" ON "notices" USING btree ("user_id","topic","id" DESC NULLS FIRST) WHERE "notices"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "agreements_of_owner" ON "agreements" USING btree ("owner_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agreements_of_user" ON "agreements" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offer_invitations_of_user" ON "offer_invitations" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offers_of_user" ON "offers" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tender_judges_of_user" ON "tender_judges" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "opinions_shown" ON "opinions" USING btree ("item_id","id" DESC NULLS FIRST) WHERE not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_by_stars" ON "opinions" USING btree ("item_id","stars","id" DESC NULLS FIRST) WHERE not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "opinions_of_user" ON "opinions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "opinions_of_publisher" ON "opinions" USING btree ("publisher_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "opinions_unanswered" ON "opinions" USING btree ("publisher_id","id" DESC NULLS FIRST) WHERE "opinions"."answer" = '' and not "opinions"."hidden" and not "opinions"."lapsed";--> statement-breakpoint
CREATE INDEX "orders_by_title" ON "orders" USING btree (("snapshot" ->> 'title') text_pattern_ops,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_of_publisher_by_time" ON "orders" USING btree ("publisher_id","id" DESC NULLS FIRST) WHERE "orders"."status" = 2 or "orders"."close_reason" = 'refunded';--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "papers_of_user" ON "papers" USING btree ("user_id","saved_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "withdrawals_of_user" ON "withdrawals" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pool_shares_of_publisher" ON "pool_shares" USING btree ("publisher_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "consents_of_user" ON "consents" USING btree ("user_id","name","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "data_exports_of_user" ON "data_exports" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bulk_imports_of_owner" ON "bulk_imports" USING btree ("owner_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_of_user" ON "ratings" USING btree ("to_id","id" DESC NULLS FIRST) WHERE "ratings"."shown_at" is not null and "ratings"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "ratings_about" ON "ratings" USING btree ("to_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ratings_by_user" ON "ratings" USING btree ("from_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_applications_of_user" ON "job_applications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "resume_views_newest" ON "resume_views" USING btree ("resume_id","last_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "resumes_for_all" ON "resumes" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "resumes"."visibility" = 'all';--> statement-breakpoint
CREATE INDEX "request_answers_of_planner" ON "request_answers" USING btree ("planner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reviewables_open" ON "reviewables" USING btree ("type","score" DESC NULLS FIRST,"updated_at","id") WHERE "reviewables"."status" = 'open';--> statement-breakpoint
CREATE INDEX "salon_checkins_of_salon" ON "salon_checkins" USING btree ("salon_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "salon_recaps_published" ON "salon_recaps" USING btree ("published_at" DESC NULLS FIRST,"salon_id" DESC NULLS FIRST) WHERE "salon_recaps"."state" = 'published';--> statement-breakpoint
CREATE INDEX "salon_tickets_of_buyer" ON "salon_tickets" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "salon_tickets_given" ON "salon_tickets" USING btree ("to_id","id" DESC NULLS FIRST) WHERE "salon_tickets"."to_id" is not null;--> statement-breakpoint
CREATE INDEX "salon_waiting_of_user" ON "salon_waiting" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "salons_of_owner" ON "salons" USING btree ("owner_id","item_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "salons_over" ON "salons" USING btree ("ends_at" DESC NULLS FIRST,"item_id" DESC NULLS FIRST) WHERE "salons"."state" = 'over';--> statement-breakpoint
CREATE INDEX "salons_by_state" ON "salons" USING btree ("state","item_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hot_searches_top" ON "hot_searches" USING btree ("count" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "recent_searches_newest" ON "recent_searches" USING btree ("user_id","searched_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "search_learned_words_most" ON "search_learned_words" USING btree ("n" DESC NULLS FIRST,"word");--> statement-breakpoint
CREATE INDEX "setting_changes_of_key" ON "setting_changes" USING btree ("key","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "course_questions_newest" ON "course_questions" USING btree ("item_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "course_questions_of_user" ON "course_questions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "film_links_of_user" ON "film_links" USING btree ("user_id","item_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "film_links_of_lesson" ON "film_links" USING btree ("lesson_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hand_ins_of_learner" ON "hand_ins" USING btree ("user_id","lesson_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lesson_notes_of_user" ON "lesson_notes" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lesson_progress_newest" ON "lesson_progress" USING btree ("user_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "lessons_free_films" ON "lessons" USING btree ("id" DESC NULLS FIRST) WHERE "lessons"."free" and "lessons"."type" = 'video' and "lessons"."state" = 'ready' and "lessons"."shown";--> statement-breakpoint
CREATE INDEX "quiz_answers_of_learner" ON "quiz_answers" USING btree ("user_id","lesson_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "teachers_by_state" ON "teachers" USING btree ("state","user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "union_rights_of_user" ON "union_rights" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reservations_of_user" ON "reservations" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sandbox_mails_of" ON "sandbox_mails" USING btree ("to","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sandbox_sms_of_mobile" ON "sandbox_sms" USING btree ("mobile","id" DESC NULLS FIRST);