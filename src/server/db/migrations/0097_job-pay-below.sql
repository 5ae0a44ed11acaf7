-- jobs of the band without a lower end have the least that a job may say, as 0092 gave both ends to the others
with said as (select i.id from items i join terms t on t.id = any(i.term_ids) and t.kind = 13 and t.facet = 'pay' and t.name = '3000 元以下'
  join item_details d on d.item_id = i.id
  where i.kind = 13 and coalesce(d.fields->>'pay_min', '') = '' and coalesce(d.fields->>'pay_max', '') = ''),
texts as (update item_details d set fields = d.fields || '{"pay_min": "500", "pay_max": "3000"}'::jsonb from said s where d.item_id = s.id)
update items i set pay_fen = 600000 from said s where i.id = s.id;
