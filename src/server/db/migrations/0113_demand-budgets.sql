-- a budget that ends where a class ends stood in the next one
with ends(fen, name) as (values (1000000::bigint, '1 万以下'), (5000000, '1 至 5 万'), (20000000, '5 至 20 万'), (50000000, '20 至 50 万')),
wrong as (select i.id, was.id as was, now.id as now from demands d join ends e on e.fen = d.budget_max_fen join items i on i.id = d.item_id
  join terms now on now.kind = 12 and now.facet = 'budget' and now.name = e.name
  join terms was on was.kind = 12 and was.facet = 'budget' and was.id <> now.id and was.id = any(i.term_ids)),
filed as (update items i set term_ids = array_replace(i.term_ids, w.was, w.now), facets = array_replace(i.facets, w.was, w.now)
  from wrong w where i.id = w.id returning i.id, i.status, i.facets, w.was)
insert into "outbox" ("topic", "payload")
select 'item.changed', jsonb_build_object('item_id', id, 'what', 'listing', 'codes', to_jsonb(facets || was)) from filed where status = 'published' order by id;
