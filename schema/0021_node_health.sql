-- What a node finds wrong about itself: { skewMs, unreached }. `skewMs` is how far its clock is ahead
-- of the database's, in milliseconds; `unreached` are the addresses of live nodes that do not answer it.
alter table cluster_node add column health jsonb not null default '{"skewMs": 0, "unreached": []}';
