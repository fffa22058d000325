-- Failed deliveries that are no tests, which the dashboard counts for the staff every half a minute:
-- counted without their states.
create index deliveries_failed_counted on deliveries (partition)
  where status = 'failed' and state not like '%"isTest":true%';
