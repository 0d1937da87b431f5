import { defineTexts } from '../texts/define-texts.ts'

export const jobTexts = defineTexts({
  // List of jobs
  jobs: 'Jobs',
  jobsIntroduction: 'Background tasks and their results.',
  job: 'Job',
  jobSummary: 'Job {jobId}, {targets, plural, one {# target} other {# targets}}',
  progressOfJob: 'Progress of job {jobId}',
  processedOfTotal: '{processed, number} of {total, number}',
  status: 'Status',
  anyStatus: 'Any status',
  startedBy: 'Started by',
  started: 'Started',
  inPart: '{count, number} partly done',
  noJobsMatch: 'No jobs match',
  chooseAnotherStatus: 'Choose another status.',
  noJobsYet: 'No jobs yet',
  jobsAppearHere: 'Syncs, checks and updates of several sites appear here.',

  // One job
  jobTitle: '{type}, job {jobId}',
  startedByAt: 'Started by {user}, <time></time>',
  live: 'Live',
  progress: 'Progress',
  progressInPercent: '{processed, number} of {total, number} ({percent, number} %)',
  succeeded: 'Succeeded',
  failed: 'Failed',
  partial: 'Of these partly done',
  cancelled: 'Cancelled',
  took: 'Duration',
  notStartedYet: 'Not started yet',
  cancel: 'Cancel',
  cancelTitle: 'Cancel this job?',
  cancelConsequence: 'Targets that have begun are finished; all others are cancelled.',
  cancelJob: 'Cancel the job',
  cancelling: 'Cancelling',
  cancelRequested: 'The job is being stopped',
  stopping: 'Stopping: {count, plural, one {# target is} other {# targets are}} still running.',
  retry: 'Retry {count, plural, one {# failed target} other {# failed targets}}',
  startingAgain: 'Starting again',
  startedAgain: 'Started again',
  outcomeUnknown:
    '{count, plural, one {The outcome of # target is unknown: the answer was lost. It is not sent again, because it may have been done. Check the site.} other {The outcome of # targets is unknown: the answers were lost. They are not sent again, because they may have been done. Check the sites.}}',

  // Targets of a job
  targetsOfJob: 'Targets of the job',
  target: 'Target',
  state: 'State',
  allStates: 'All',
  whatHappened: 'What happened',
  attempts: 'Attempts',
  finished: 'Finished',
  noTargetsInState: 'No targets in this state',

  // Heading of a finished update run
  runStopped: 'Stopped: {succeeded, number} of {total, plural, one {# site} other {# sites}} updated',
  runSucceeded: '{total, plural, one {Site updated} other {All # sites updated}}',
  runNothingToDo: 'Nothing to update',
  runUnknown: 'Outcome of the updates unknown',
  runPartial: '{succeeded, number} of {total, plural, one {# site} other {# sites}} updated',
})
