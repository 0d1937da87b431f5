-- oldest-code: 0.2.0
-- A running update holds a slot; a job has a priority.
alter table update_places rename to update_slots;
alter table update_slots rename column place to slot;
alter table update_slots rename constraint update_places_pkey to update_slots_pkey;
alter table jobs rename column lane to priority;
alter table jobs rename constraint jobs_lane_check to jobs_priority_check;
