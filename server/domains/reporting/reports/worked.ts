/** Time of workers on jobs. */
export const TIME = 'time_entries t JOIN workers w ON w.id = t.workerid'

/** A timer that runs counts once it is stopped. */
export const CLOSED =
  't.archived = 0 AND t.date BETWEEN :start AND :end AND NOT (t.startutc IS NOT NULL AND t.endutc IS NULL)'
