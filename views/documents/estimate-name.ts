/** What its file, its link's page and its mail are called; `revision` from the second that was offered. */
export const estimateName = (jobreference: string, revision?: number): string =>
  `Estimate ${jobreference}${revision ? ` revision ${revision}` : ''}`
