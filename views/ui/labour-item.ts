/** What the box does, and what holds without it. */
export const LABOUR_ITEM =
  'Its price is what the client is charged for this time. Left empty, the first item of the job that is sold by time is charged; if there is none, you choose one when you charge the time.'
