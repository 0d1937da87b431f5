/**
 * False in `npm test` without arguments: details of pages and further versions of PHP run with `npm run test:release`, which finds the files
 * by their import of this one, and in a run of the file alone.
 */
export const runsDetails: boolean = process.env.TEST_PART !== 'ordinary'
