DROP INDEX "items_jobs";--> statement-breakpoint
DROP INDEX "users_by_fans";--> statement-breakpoint
DROP INDEX "requests_words";--> statement-breakpoint
CREATE INDEX "ad_views_of_item" ON "ad_views" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "assistant_answers_asked" ON "assistant_answers" USING btree (left("question", 40) text_pattern_ops) WHERE "assistant_answers"."vote" <> 0;--> statement-breakpoint
CREATE INDEX "items_of_kind" ON "items" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "items_unpublished" ON "items" USING btree ("status","id") WHERE "items"."status" <> 'published';--> statement-breakpoint
CREATE INDEX "items_titles" ON "items" USING btree ("title" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "chat_cases_of_accused" ON "chat_cases" USING btree ("accused_id","id");--> statement-breakpoint
CREATE INDEX "comments_unshown" ON "comments" USING btree ("state","id") WHERE "comments"."state" <> 'shown';--> statement-breakpoint
CREATE INDEX "comments_of_subject" ON "comments" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "comments_beginnings" ON "comments" USING btree (left("text", 40) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contact_unlocks_of_item" ON "contact_unlocks" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "contact_unlocks_by_payment" ON "contact_unlocks" USING btree ("paid_by","created_at","id");--> statement-breakpoint
CREATE INDEX "demands_titles" ON "demands" USING btree ("title" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "demands_by_type" ON "demands" USING btree ("label_type","item_id");--> statement-breakpoint
CREATE INDEX "draws_by_state" ON "draws" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "users_publishing" ON "users" USING btree ("created_at","id") WHERE "users"."works_num" > 0;--> statement-breakpoint
CREATE INDEX "invites_by_state" ON "invites" USING btree ("register_state","id");--> statement-breakpoint
CREATE INDEX "invites_flagged" ON "invites" USING btree ("id") WHERE "invites"."flags" <> '{}' and "invites"."cleared_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_of_orderid" ON "invoices" USING btree ("orderid");--> statement-breakpoint
CREATE INDEX "invoices_of_title" ON "invoices" USING btree ("title");--> statement-breakpoint
CREATE INDEX "invoices_of_tax" ON "invoices" USING btree ("tax_no");--> statement-breakpoint
CREATE INDEX "invoices_of_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE INDEX "agreements_of_demand" ON "agreements" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "agreements_by_state" ON "agreements" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_by_status" ON "refunds" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_status" ON "withdrawals" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "ratings_hidden" ON "ratings" USING btree ("created_at","id") WHERE "ratings"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "ratings_about" ON "ratings" USING btree ("to_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bill_differences_of_subject" ON "bill_differences" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "bill_differences_by_status" ON "bill_differences" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "requests_by_state" ON "requests" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "salon_checkins_by_result" ON "salon_checkins" USING btree ("result","id");--> statement-breakpoint
CREATE INDEX "salon_checkins_refused" ON "salon_checkins" USING btree ("id") WHERE "salon_checkins"."result" not in ('ok', 'undone');--> statement-breakpoint
CREATE INDEX "salon_checkins_offline" ON "salon_checkins" USING btree ("id") WHERE "salon_checkins"."offline";--> statement-breakpoint
CREATE INDEX "salon_recaps_waiting" ON "salon_recaps" USING btree ("salon_id") WHERE "salon_recaps"."submitted" is not null;--> statement-breakpoint
CREATE INDEX "salon_recaps_rejected" ON "salon_recaps" USING btree ("salon_id") WHERE "salon_recaps"."submitted" is null and "salon_recaps"."reject_reason" <> '';--> statement-breakpoint
CREATE INDEX "salon_recaps_drafts" ON "salon_recaps" USING btree ("salon_id") WHERE "salon_recaps"."state" = 'draft' and "salon_recaps"."submitted" is null and "salon_recaps"."reject_reason" = '';--> statement-breakpoint
CREATE INDEX "salon_tickets_by_state" ON "salon_tickets" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "salon_tickets_of_orderid" ON "salon_tickets" USING btree ("orderid");--> statement-breakpoint
CREATE INDEX "salons_titles" ON "salons" USING btree ("title" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_wishes_done" ON "search_wishes" USING btree ("id") WHERE "search_wishes"."state" = 'done';--> statement-breakpoint
CREATE INDEX "search_wishes_words" ON "search_wishes" USING btree ("keyword" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shops_gold" ON "shops" USING btree ("id") WHERE "shops"."is_gold";--> statement-breakpoint
CREATE INDEX "shops_vip" ON "shops" USING btree ("id") WHERE "shops"."is_vip";--> statement-breakpoint
CREATE INDEX "shops_bare" ON "shops" USING btree ("id") WHERE "shops"."licence" = '';--> statement-breakpoint
CREATE INDEX "shops_names" ON "shops" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "course_answers_hidden" ON "course_answers" USING btree ("id") WHERE "course_answers"."hidden";--> statement-breakpoint
CREATE INDEX "course_questions_hidden" ON "course_questions" USING btree ("id") WHERE "course_questions"."hidden";--> statement-breakpoint
CREATE INDEX "course_reviews_hidden" ON "course_reviews" USING btree ("id") WHERE "course_reviews"."hidden";--> statement-breakpoint
CREATE INDEX "teachers_names" ON "teachers" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "union_rights_by_state" ON "union_rights" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "union_rights_of_orderid" ON "union_rights" USING btree ("orderid");--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_fans" ON "users" USING btree ("fans_num","id");--> statement-breakpoint
CREATE INDEX "requests_words" ON "requests" USING gin ("words");