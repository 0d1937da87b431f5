-- oldest-code: 0.2.0
-- The monitored sites are all sites without the suspended ones, which are few.
create index sites_suspended on sites (id) where suspended_by <> 'none';
