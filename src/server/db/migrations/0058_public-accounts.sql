-- worlds that were begun before their makers noted whose passwords everybody knows
insert into site_settings (key, value)
select 'public_accounts', '["13800000001","13800000002","13800000009","13800000008","13800001001","13800001002","13800001003","13800001004","13800001005","13800001006","13800001007","13800001008","13800001009","13800001010","13800001011","13800001012"]'::jsonb
from site_settings where key = 'demo_world' and value ->> 'state' <> 'none'
on conflict (key) do nothing;
