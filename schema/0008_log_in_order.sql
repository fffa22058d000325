-- Rows of the log are only added. A vacuum after many inserts finds nothing dead, but offers the rest
-- of each old page to new rows: they then lie out of order, and each such page is written to the WAL
-- as a whole. Vacuums against wraparound of transaction ids still take place.
alter table log set (autovacuum_vacuum_insert_threshold = -1);
