-- oldest-code: 0.2.0
-- Which target of its job runs the step: the step ends when that target has ended. Null: a step that 0.2.0 queued.
alter table rollout_steps add column job_position integer;
